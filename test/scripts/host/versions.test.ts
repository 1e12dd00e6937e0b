import { newestFirst } from '../../../scripts/host/versions';

it('offers released versions, the newest first', () => {
	const published = ['1.123.81', '2.9.0', '2.41.0', '2.41.1', '2.42.0-rc.1', '2.100.0', '2.10.3'];

	expect(newestFirst(published, '2.41.1')).toEqual([
		'2.41.1',
		'2.41.0',
		'2.10.3',
		'2.9.0',
		'1.123.81',
	]);
	expect(newestFirst(published, '2.100.0')[0]).toBe('2.100.0');
});
