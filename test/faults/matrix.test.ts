import '../support/fast-clock';
import { createToken } from '../support/credentials';
import { expectTruth } from '../support/truth';
import type { RunResult } from '../engine-kit/execution';
import { portion } from '../nodes/SmsGateway/laws/cases';
import { bulkSend, outcomesOf, people, phones, send } from '../nodes/SmsGateway/run';
import { cells, type Cell } from './cells';

// Real sockets: what nock makes of a broken connection is nock's idea of it. The server's own
// record of what it has sent is the judge.

const ways = { Send: send, 'Bulk Send': bulkSend };
const settings = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;

type Way = keyof typeof ways;
type Setting = (typeof settings)[number];

const everybody = phones(6);
/** n8n runs a node with an error output again only where its first item failed. */
const victimOf = (onError: Setting) => everybody[onError === 'continueErrorOutput' ? 0 : 2]!;
const accessToken = createToken();

async function check(cell: Cell, way: Way, onError: Setting, retryOnFail: boolean) {
	const { baseUrl, judge } = await cell.open(victimOf(onError));
	const taken = judge?.taken ?? [];
	try {
		const result = await ways[way]({
			items: people(everybody.length),
			credentials: { baseUrl, accessToken },
			options: { batchSize: 2, concurrency: 2, timeout: cell.timeout ?? 30 },
			onError,
			retryOnFail,
			maxTries: 2,
		});
		expect(taken).toStrictEqual([...new Set(taken)]);
		expectTruth(
			result,
			taken,
			everybody.map((one) => [one]),
		);
		expect(JSON.stringify([result.error, result.items, result.errorItems])).not.toContain(
			accessToken,
		);
		expectOutcome(cell, way, result, onError, retryOnFail);
	} finally {
		await judge?.close();
	}
}

/** Beyond the laws: what this failure in particular is called, and whether a later attempt succeeds. */
function expectOutcome(
	{ status: first, total, isEachTime, isRefusal, stopsRest, timeout }: Cell,
	way: Way,
	result: RunResult,
	onError: Setting,
	retryOnFail: boolean,
) {
	// Under Continue a failure is an item like others, and n8n sees no reason for another attempt.
	const triedAgain = retryOnFail && onError !== 'continueRegularOutput';
	// By itself the node attempts again only what did not reach the service.
	const triedByNode = first === 'notSent' || (way === 'Bulk Send' && isRefusal);
	const healed = (triedAgain || triedByNode) && !total && !isEachTime && first !== 'unknown';
	const status = healed ? 'accepted' : first;
	if (onError === 'stopWorkflow') {
		expect(result.status).toBe(status === 'accepted' ? 'success' : 'error');
		return;
	}
	const outcomes = outcomesOf(result);
	const ofVictim = outcomes.find(({ recipient }) => recipient === victimOf(onError))!;
	expect(ofVictim.status).toBe(status);
	const others = outcomes.filter(({ request }) => total || request !== ofVictim.request);
	// A short timeout may hit others too where the machine is busy.
	if (!total && (timeout !== undefined || (!healed && stopsRest))) return;
	expect(new Set(others.map((one) => one.status))).toStrictEqual(
		new Set([total ? status : 'accepted']),
	);
}

const combinations = settings.flatMap((onError) =>
	(Object.keys(ways) as Way[]).flatMap((way) =>
		[false, true].map((retryOnFail) => [way, onError, retryOnFail] as const),
	),
);

it.each(cells.map((cell, index) => [cell.what, cell, index] as const))(
	'nobody twice, nobody forgotten, all true: %s',
	async (_, cell, index) => {
		await Promise.all(portion(combinations, index).map(async (one) => await check(cell, ...one)));
	},
);
