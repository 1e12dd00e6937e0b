import '../../../support/fast-clock';
import { ExecuteContext } from 'n8n-core';
import { ExpressionParser } from 'n8n-workflow';
import { createEngine } from '../../../support/engine';
import { causesOf } from '../../../support/error-data';
import { gateway } from '../../../support/gateway';
import { accepted, all, bulkSend, people, phones, refusal, send } from '../run';

// What is used of n8n's insides, taken away, or with another meaning: the node refuses or does less, and
// sends to nobody twice.

type Context = Record<string, (...given: never[]) => unknown>;
const context = ExecuteContext.prototype as unknown as Context;

afterEach(() => jest.restoreAllMocks());

/** Puts something in the place of a function of n8n's context, until it is given back. */
function instead(name: string, replacement: unknown): () => void {
	const own = Object.getOwnPropertyDescriptor(context, name);
	Object.defineProperty(context, name, { value: replacement, configurable: true, writable: true });
	return () => (own ? Object.defineProperty(context, name, own) : delete context[name]);
}

const THREE = phones(3);
const retries = { items: people(3), retryOnFail: true, maxTries: 3, options: { concurrency: 1 } };
/** The second is refused once, and the third accepted. */
function service() {
	let refused = 0;
	return gateway().send(({ recipients }) =>
		recipients[0] === THREE[1] && refused++ === 0 ? refusal('Busy') : accepted,
	);
}

/** With nothing taken away, two are sent after a retry, and the refused one again. */
const USUAL = [THREE[0], THREE[1], THREE[1], THREE[2]];
const NOTHING: string[] = [];

const keptBy = new WeakMap<object, object>();

it.each<[what: string, name: string, replacement: unknown, sent: unknown]>([
	['nothing', 'nothingOfN8n', undefined, USUAL],
	['that only supply data has a next run index', 'getNextRunIndex', () => 1, USUAL],
	['a context that is kept', 'getContext', () => ({}), NOTHING],
	[
		'a context that is kept between runs',
		'getContext',
		function (this: object) {
			if (!keptBy.has(this)) keptBy.set(this, {});
			return keptBy.get(this);
		},
		NOTHING,
	],
	['the signal of a cancel', 'getExecutionCancelSignal', () => undefined, USUAL],
	['hints', 'addExecutionHints', undefined, USUAL],
	['settings of the workflow', 'getWorkflowSettings', undefined, USUAL],
	['how the execution was started', 'getExecutionContext', () => undefined, USUAL],
	['a start that is known', 'getExecutionContext', () => ({ source: 'new' }), USUAL],
	['a mode that is known', 'getMode', () => 'new', USUAL],
	['the id of the execution', 'getExecutionId', () => undefined, USUAL],
])('without %s nobody gets a second SMS by Retry On Fail', async (_, name, replacement, sent) => {
	const giveBack = instead(name, replacement);
	try {
		const log = service();
		const result = await send(retries);
		expect(log.recipients).toStrictEqual(sent);
		if (sent === NOTHING)
			expect(causesOf(result.error)).toStrictEqual(['notSaved deduplicationUnavailable']);
	} finally {
		giveBack();
	}
});

const KEYED = { items: people(2), safeguards: { deduplicationKey: 'sale' } };

describe('a store of keys', () => {
	it.each<[string, 'checkProcessedAndRecord', (all: unknown[]) => unknown]>([
		[
			'is gone',
			'checkProcessedAndRecord',
			() => {
				throw new TypeError('not a function');
			},
		],
		['knows nothing', 'checkProcessedAndRecord', (all) => ({ new: all, processed: [] })],
		['returns something else', 'checkProcessedAndRecord', () => ({})],
	])('that %s lets no SMS with a key be sent twice', async (_, method, does) => {
		const { deduplicator } = await createEngine();
		jest
			.spyOn(deduplicator, method)
			.mockImplementation((async (all: unknown[]) => does(all)) as never);
		const log = gateway().bulk(accepted);
		const onError = 'continueRegularOutput';
		const given = { ...KEYED, workflowId: `store that ${_}`, onError } as const;
		for (let run = 0; run < 2; run++) await bulkSend(given);
		expect(new Set(log.recipients).size).toBe(log.recipients.length);
	});
});

it('an expression that n8n splits in another way is not sent as text', async () => {
	jest
		.spyOn(ExpressionParser, 'splitExpression')
		.mockImplementation((text) => [{ type: 'text', text }]);
	const log = gateway().send(accepted);
	const parameters = { message: '=Hi {{ $json.phone }}' };
	const { error } = await send({ items: people(1), parameters });
	expect(log.recipients).toStrictEqual([]);
	expect(causesOf(error)[0]).toContain('placeholder');
});

it('an item that is another object than n8n gives its expressions is read by n8n', async () => {
	const proxy = context.getWorkflowDataProxy!;
	const giveBack = instead('getWorkflowDataProxy', function (this: object, item: number) {
		const own = proxy.call(this, item as never) as { $json: object };
		return { ...own, $json: { ...own.$json }, $runIndex: 0 };
	});
	const log = gateway().send(accepted);
	const result = await send({ items: people(2), parameters: { message: '=Hi {{ $json.phone }}' } });
	giveBack();
	expect(log.recipients).toStrictEqual(phones(2));
	expect(all(result, 'status')).toStrictEqual(['accepted', 'accepted']);
});

it('a listener of a cancel that fails ends nothing', async () => {
	const giveBack = instead('customData', {
		set: () => {
			throw new Error('gone');
		},
	});
	const stop = new AbortController();
	const log = gateway().send(async () => {
		stop.abort();
		return accepted;
	});
	await send({ items: people(2), signal: stop.signal, options: { concurrency: 1 } });
	giveBack();
	expect(log.recipients).toStrictEqual(phones(1));
});
