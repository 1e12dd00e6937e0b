import { behind } from '../../scripts/install-host';

const now = new Date('2026-12-01T00:00:00Z');
const time = {
	created: '2019-06-22T19:21:18.000Z',
	modified: '2026-11-30T00:00:00.000Z',
	'2.41.1': '2026-10-01T00:00:00.000Z',
	'2.42.0': '2026-11-10T00:00:00.000Z',
	'2.43.0-beta.1': '2026-10-02T00:00:00.000Z',
	'2.43.0': '2026-11-28T00:00:00.000Z',
	'2.44.0': '2026-10-03T00:00:00.000Z',
};

it.each([
	['the latest itself', '2.43.0', ''],
	['a release of three days ago missing', '2.42.0', ''],
	[
		'one of three weeks ago missing, however new the latest is',
		'2.41.1',
		'The latest n8n is 2.43.0, but 2.41.1 was tested: none of the 2 newer releases can be installed, the first of which (2.42.0) has been out for 21 days.',
	],
])('says how far the tests are behind n8n: %s', (_, version, sentence) => {
	expect(behind(version, '2.43.0', time, now)).toBe(sentence);
});
