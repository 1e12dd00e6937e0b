/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Run } from '../../../host';
import { manualTrigger, smsGateway, workflow } from '../../../host/workflow';
import { bulkSend, loopOver, RETRY_ON_FAIL, send } from '../support/campaign';
import { serveN8n, type ServedN8n } from '../support/served';
import { startMisbehavingGateway, type MisbehavingGateway } from './gateway';
import { ITEMS, liesIn, listen, type Told } from './judge';

// A real n8n and a gateway that misbehaves at random: `npm run soak` for 30 minutes.
// Windows has another way to set SOAK_MINUTES, and npm the same name for its script everywhere.
const isLong = process.env.npm_lifecycle_event === 'soak';
const minutes = Number(process.env.SOAK_MINUTES ?? (isLong ? 30 : 2));
const seed = Number(process.env.SOAK_SEED ?? Date.now() % 2 ** 31);

const WORKERS = 4;
const RETRIES = 2;
/** Bytes by which n8n's memory without garbage may grow after the first third; it varies by 2 MB. */
const MAX_GROWTH = 10e6;
/** Recipients of an execution; few enough for an error to name them all. */
const PEOPLE = 8;
/** Executions with ids near to each other that send to the same people under a key, at the same time or later. */
const SHARING = 20;

interface Soaked {
	name: string;
	operation: object;
	over: 'http' | 'https';
	onError: string;
	isLooped?: boolean;
	isKeyed?: boolean;
	resend?: boolean;
}

const SOAKED: Soaked[] = [
	{ name: 'send', operation: send, over: 'https', onError: 'stopWorkflow' },
	{ name: 'loop', operation: bulkSend(), over: 'http', onError: 'stopWorkflow', isLooped: true },
	{
		name: 'keys',
		operation: bulkSend(),
		over: 'https',
		onError: 'continueErrorOutput',
		isKeyed: true,
	},
	{
		name: 'keys in a loop',
		operation: send,
		over: 'http',
		onError: 'continueRegularOutput',
		isLooped: true,
		isKeyed: true,
	},
	{ name: 'resend', operation: bulkSend(), over: 'https', onError: 'stopWorkflow', resend: true },
];

function soaked({ name, operation, over, onError, isLooped, isKeyed, resend }: Soaked) {
	const first = 2_290_197_000_000 + SOAKED.findIndex((one) => one.name === name) * 100_000;
	const group = `Math.floor(Number($execution.id) / ${isKeyed ? SHARING : 1})`;
	const list = {
		name: ITEMS,
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: {
			jsCode: `const first = ${first} + ${group} * ${PEOPLE};
return Array.from({ length: ${PEOPLE} }, (_, index) => ({ json: { phone: '+' + (first + index) } }));`,
		},
	};
	const uncertain = resend ? 'resend' : 'doNotResend';
	const node = smsGateway(
		{
			...operation,
			safeguards: isKeyed ? { deduplicationKey: 'saturday' } : {},
			// Short, as a part of the requests runs into it.
			options: { timeout: 2, concurrency: 3, batchSize: 2, uncertain },
		},
		{ ...RETRY_ON_FAIL, onError, credentials: { smsGatewayApi: { id: over, name: over } } },
	);
	if (!isLooped) return workflow(name, [manualTrigger(), list, node]);
	const loop = loopOver(PEOPLE / 2);
	const turns: Parameters<typeof workflow>[2] = [
		[loop, 1, node],
		[node, 0, loop],
	];
	return workflow(name, [manualTrigger(), list, loop], turns);
}

const folder = mkdtempSync(join(tmpdir(), 'sms-gateway-soak-'));
const certificate = join(folder, 'certificate.pem');
const samples = join(folder, 'heap.jsonl');
let gateway: MisbehavingGateway;
let n8n: ServedN8n;

beforeAll(async () => {
	gateway = await startMisbehavingGateway(seed);
	writeFileSync(certificate, gateway.certificate);
	n8n = await serveN8n({
		env: {
			NODE_EXTRA_CA_CERTS: certificate,
			NODE_OPTIONS: `--require ${join(__dirname, 'heap-samples.cjs')}`,
			HEAP_SAMPLES: samples,
		},
		credentials: () =>
			Object.entries(gateway.baseUrls).map(([id, baseUrl]) => ({
				id,
				name: id,
				type: 'smsGatewayApi',
				data: { baseUrl, accessToken: 'a-token-of-the-soak', allowInsecureHttp: false },
			})),
	});
});

afterAll(async () => {
	await n8n?.close();
	await gateway?.close();
	rmSync(folder, { recursive: true });
});

const median = (values: number[]): number =>
	values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

it(
	`tells the truth for ${minutes} minutes of a gateway that misbehaves, and stays as small`,
	async () => {
		const { rest } = n8n;
		const told = new Map<string, Told>();
		const statuses: Record<string, number> = {};
		const ids = await Promise.all(SOAKED.map((one) => rest.createWorkflow(soaked(one))));

		const end = Date.now() + minutes * 60_000;
		const neverHappened = () => [...gateway.happened].filter(([, times]) => times === 0);
		// On a busy machine it takes longer until everything has happened once.
		const isLacking = () =>
			neverHappened().length > 0 || !('error' in statuses) || !('success' in statuses);
		let turn = 0;
		async function work(): Promise<void> {
			while (Date.now() < end || isLacking()) {
				const index = turn++ % SOAKED.length;
				let run: Run = await rest.waitForExecution(await rest.runWorkflow(ids[index]!));
				for (let retry = 0; run.status === 'error' && retry < RETRIES; retry++) {
					run = await rest.retry(String(run.id));
				}
				statuses[run.status] = (statuses[run.status] ?? 0) + 1;
				listen(told, run, SOAKED[index]!.resend);
			}
		}
		await Promise.all(Array.from({ length: WORKERS }, work));

		const sms = gateway.sms();
		const heap = readFileSync(samples, 'utf8').trim().split('\n').map(Number);
		const third = Math.floor(heap.length / 3);
		const before = median(heap.slice(third, 2 * third));
		const after = median(heap.slice(2 * third));
		process.stdout.write(
			`${[
				`Seed ${seed}, ${minutes} minutes: ${turn} executions (${JSON.stringify(statuses)} after ${RETRIES} retries),`,
				`${told.size} recipients, ${[...sms.values()].reduce((sum, one) => sum + one, 0)} SMS.`,
				`Memory ${megabytes(before)} in the second third, ${megabytes(after)} in the last.`,
				...[...gateway.happened].map(([name, times]) => `  ${times} × ${name}`),
			].join('\n')}\n`,
		);
		expect(liesIn(told, sms)).toStrictEqual([]);
		expect(Object.keys(statuses).sort()).toStrictEqual(['error', 'success']);
		expect(neverHappened()).toStrictEqual([]);
		expect(after - before).toBeLessThan(MAX_GROWTH);
		const log = readFileSync(n8n.instance.logFile, 'utf8');
		expect(log).not.toMatch(/unhandled|out of memory|FATAL/i);
	},
	(minutes + 10) * 60_000,
);
