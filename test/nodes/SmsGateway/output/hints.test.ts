import type { IExecuteFunctions } from 'n8n-workflow';
import { withoutRequest } from '../../../../nodes/SmsGateway/domain/outcome';
import { showHints } from '../../../../nodes/SmsGateway/output/hints';
import { hintsFor, type HintKind, type Situation } from '../../../../nodes/SmsGateway/words/hints';
import { entryTo } from '../../../fixtures/entries';
import { ACCEPTED } from '../../../fixtures/outcomes';
import { gateway } from '../../../support/gateway';
import { accepted, bulkSend, people, send, type Given } from '../run';
import { hintSamples, situation } from '../words/hintSamples';

const [ONE, TWO] = ['+46701740611', '+46701740612'];
const both = [entryTo(ONE!), entryTo(TWO!, { item: 1 })];
const all = [ACCEPTED, ACCEPTED];
const EXCLUDED = withoutRequest('excluded', [{ name: 'excluded' }]);
const INVALID = withoutRequest('invalidRecipient', [{ name: 'noRecipient' }]);
const REPLAYED = { ...ACCEPTED, replayed: true } as const;

const kindsOf = (one: Situation): string[] =>
	hintsFor(one).map(({ kind, type }) => `${kind} ${type}`);

it('has twelve kinds', () => {
	expect(new Set(hintSamples().map(({ kind }) => kind)).size).toBe(12);
});

it('is a warning only where something is not on purpose', () => {
	expect(kindsOf(situation(both, all))).toStrictEqual(['counts info']);
	expect(kindsOf(situation(both, [ACCEPTED, EXCLUDED]))).toStrictEqual(['counts info']);
	expect(kindsOf(situation(both, [ACCEPTED, INVALID]))).toStrictEqual(['counts warning']);
	expect(kindsOf(situation(both, [EXCLUDED, EXCLUDED]))).toStrictEqual(['nobody warning']);
	expect(kindsOf(situation(both, [REPLAYED, REPLAYED]))).toStrictEqual(['counts info']);
	expect(kindsOf(situation([], []))).toStrictEqual(['counts info']);
});

it('says once why nothing was sent, and no counts beside it', () => {
	const refusal = withoutRequest('overMaxSms', [{ name: 'overMaxSms', sms: 2, most: 1, sent: 0 }]);
	expect(kindsOf(situation(both, [refusal, refusal], { refusal }))).toStrictEqual([
		'nobody warning',
	]);
});

describe('executing again', () => {
	const isByHand = true;

	it('is told to who started it by hand, where SMS have no key', () => {
		expect(kindsOf(situation(both, all, { isByHand }))).toContain('executingAgain info');
		expect(kindsOf(situation(both, [ACCEPTED, INVALID], { isByHand }))).toContain(
			'executingAgain warning',
		);
		const keyed = both.map((entry) => ({ ...entry, key: 'saturday' }));
		for (const harmless of [
			situation(both, all),
			situation(keyed, all, { isByHand }),
			situation(both, [EXCLUDED, EXCLUDED], { isByHand }),
		]) {
			expect(kindsOf(harmless).join()).not.toContain('executingAgain');
		}
	});
});

it.each<[HintKind, Given]>([
	['counts', {}],
	['cost', { parameters: { message: `${'a'.repeat(99)}’` } }],
	['cost', { parameters: { message: 'a'.repeat(320) } }],
	['noKey', { safeguards: { deduplicationKey: "={{ $json.order || '' }}" } }],
	['testRun', { safeguards: { testRecipients: '+46701740611' } }],
	['otherCountry', { items: [{ phone: '15125550143' }], options: { defaultCountry: 'DE' } }],
])('is shown in the editor, besides the counts: %s for %j', async (kind, given) => {
	gateway().bulk(accepted);
	const { hints } = await bulkSend({ items: people(2), workflowId: `hints ${kind}`, ...given });
	expect(hints).toHaveLength(kind === 'counts' ? 1 : 2);
});

it.each(['’ but short', 'é à ù £ €', 'a'.repeat(306)])(
	'says nothing of a text that costs what it seems: %s',
	async (message) => {
		gateway().bulk(accepted);
		expect((await bulkSend({ items: people(1), parameters: { message } })).hints).toHaveLength(1);
	},
);

it('does not tell a trigger of executing again', async () => {
	gateway().send(accepted);
	expect((await send({ items: people(2) })).hints).toHaveLength(1);
	expect((await send({ items: people(2), mode: 'manual' })).hints).toHaveLength(2);
});

it('does without hints in an n8n that shows none', () => {
	expect(() => showHints({} as IExecuteFunctions, [{ message: 'x', type: 'info' }])).not.toThrow();
});
