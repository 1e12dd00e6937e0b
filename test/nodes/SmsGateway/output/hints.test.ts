import type { IExecuteFunctions } from 'n8n-workflow';
import { withoutRequest } from '../../../../nodes/SmsGateway/domain/outcome';
import { hintsFor, showHints, type Situation } from '../../../../nodes/SmsGateway/output/hints';
import { entryTo } from '../../../fixtures/entries';
import { ACCEPTED } from '../../../fixtures/outcomes';
import { gateway } from '../../../support/gateway';
import { accepted, bulkSend, people, send, type Given } from '../run';
import { situation } from '../words/hintSamples';

const both = [entryTo('+46701740611'), entryTo('+46701740612', { item: 1 })];
const keyed = both.map((entry) => ({ ...entry, key: 'saturday' }));
const all = [ACCEPTED, ACCEPTED];
const replayed = { ...ACCEPTED, replayed: true } as const;
const excluded = withoutRequest('excluded', [{ name: 'excluded' }]);
const invalid = withoutRequest('invalidRecipient', [{ name: 'noRecipient' }]);
const refusal = withoutRequest('overMaxSms', [
	{ name: 'overMaxSms', sms: 2, most: 1, left: 1, recipients: 2 },
]);
const isByHand = true;

it.each<[Situation, ...string[]]>([
	[situation(both, all), 'info'],
	[situation(both, [ACCEPTED, excluded]), 'info'],
	[situation(both, [ACCEPTED, invalid]), 'warning'],
	[situation(both, [excluded, excluded]), 'warning'],
	[situation(both, [replayed, replayed]), 'info'],
	[situation([], []), 'info'],
	// Why nothing was sent is said once, and no counts beside it.
	[situation(both, [refusal, refusal], { refusal }), 'warning'],
	// Of executing again is told who started it by hand, where SMS have no key.
	[situation(both, all, { isByHand }), 'info', 'info'],
	[situation(both, [ACCEPTED, invalid], { isByHand }), 'warning', 'warning'],
	[situation(keyed, all, { isByHand }), 'info'],
	[situation(both, [excluded, excluded], { isByHand }), 'warning'],
])('is a warning only where something is not on purpose (%#)', (given, ...expected) => {
	expect(hintsFor(given).map(({ type }) => type)).toStrictEqual(expected);
});

it.each<[string, Given]>([
	['counts', {}],
	['cost', { parameters: { message: `${'a'.repeat(99)}’` } }],
	['cost', { parameters: { message: 'a'.repeat(320) } }],
	['counts', { parameters: { message: '’ but short' } }],
	['counts', { parameters: { message: `é à ù £ €${'a'.repeat(100)}` } }],
	['noKey', { safeguards: { deduplicationKey: "={{ $json.order || '' }}" } }],
	[
		'testRun',
		{ safeguards: { testRecipients: '+46701740611', deduplicationKey: 'x' }, mode: 'manual' },
	],
	['otherCountry', { items: [{ phone: '15125550143' }], options: { defaultCountry: 'DE' } }],
])('is shown in the editor, besides the counts: %s for %j', async (kind, given) => {
	gateway().bulk(accepted);
	const { hints } = await bulkSend({ items: people(2), workflowId: `hints ${kind}`, ...given });
	expect(hints).toHaveLength(kind === 'counts' ? 1 : 2);
});

it('does not tell a trigger of executing again', async () => {
	gateway().send(accepted);
	expect((await send({ items: people(2) })).hints).toHaveLength(1);
	expect((await send({ items: people(2), mode: 'manual' })).hints).toHaveLength(2);
});

it('does without hints in an n8n that shows none', () => {
	expect(() => showHints({} as IExecuteFunctions, [{ message: 'x', type: 'info' }])).not.toThrow();
});
