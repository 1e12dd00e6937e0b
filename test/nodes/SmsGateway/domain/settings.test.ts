import { SETTINGS } from '../../../../nodes/SmsGateway/domain/settings';
import { OPTIONS } from '../../../../nodes/SmsGateway/input/options';
import { SAFEGUARDS } from '../../../../nodes/SmsGateway/input/safeguards';

it('names every safeguard and option as the panel does, and no other', () => {
	const placed = [
		...SAFEGUARDS.map(({ name, field }) => [name, `Safeguards > ${field.displayName}`]),
		...OPTIONS.map(({ name, field }) => [name, `Options > ${field.displayName}`]),
	].map(([name, path]) => [name, path!.replace(' (Seconds)', '')]);

	expect(Object.fromEntries(placed)).toStrictEqual(SETTINGS);
});
