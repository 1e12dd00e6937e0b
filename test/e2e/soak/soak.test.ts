/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	createInstance,
	ensureHost,
	packPackage,
	type Instance,
	type RestClient,
	type Run,
} from '../../../host';
import { startMisbehavingGateway, type MisbehavingGateway } from './gateway';
import { liesIn, listen, type Told } from './judge';
import { soakWorkflows, type SoakWorkflow } from './workflows';

// A real n8n and a gateway that misbehaves at random: `npm run soak` for 30 minutes.
// Windows has another way to set SOAK_MINUTES, and npm the same name for its script everywhere.
const isLong = process.env.npm_lifecycle_event === 'soak';
const minutes = Number(process.env.SOAK_MINUTES ?? (isLong ? 30 : 2));
const seed = Number(process.env.SOAK_SEED ?? Date.now() % 2 ** 31);

/** Executions at the same time. */
const WORKERS = 4;
/** Presses of "Retry" on an execution that failed. */
const RETRIES = 2;
const SAMPLE_EVERY = 2_000;
/** Bytes by which n8n's memory without garbage may grow after the first third; it varies by 2 MB. */
const MAX_GROWTH = 10e6;

const credentialOf = (name: 'http' | 'https', baseUrl: string) => ({
	id: `soak-${name}`,
	name,
	type: 'smsGatewayApi',
	data: { baseUrl, accessToken: 'a-token-of-the-soak', allowInsecureHttp: false },
});

const median = (values: number[]): number =>
	values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

let gateway: MisbehavingGateway;
let instance: Instance;
let rest: RestClient;
let workflows: Array<SoakWorkflow & { id: string }>;
let samples: string;

beforeAll(async () => {
	gateway = await startMisbehavingGateway(seed);
	const [host, tarball] = await Promise.all([ensureHost(), packPackage()]);
	const env: Record<string, string> = {};
	instance = await createInstance({ host, tarball, env });
	const { http, https } = gateway.baseUrls;
	const credentials = [credentialOf('http', http), credentialOf('https', https)] as const;
	await instance.importCredentials([...credentials]);
	const certificate = join(instance.userFolder, 'certificate.pem');
	writeFileSync(certificate, gateway.certificate);
	samples = join(instance.userFolder, 'heap.jsonl');
	Object.assign(env, {
		NODE_EXTRA_CA_CERTS: certificate,
		NODE_OPTIONS: `--require ${join(__dirname, 'heap-samples.cjs')}`,
		HEAP_SAMPLES: samples,
		HEAP_SAMPLE_EVERY: String(SAMPLE_EVERY),
	});
	await instance.start();
	rest = await instance.setupOwner();
	const saved = soakWorkflows({
		http: { id: credentials[0].id, name: 'http' },
		https: { id: credentials[1].id, name: 'https' },
	});
	workflows = await Promise.all(
		saved.map(async (one) => ({ ...one, id: await rest.createWorkflow(one.saved) })),
	);
});

afterAll(async () => {
	await instance?.remove();
	await gateway?.close();
});

it(
	`tells the truth for ${minutes} minutes of a gateway that misbehaves, and stays as small`,
	async () => {
		const told = new Map<string, Told>();
		const statuses: Record<string, number> = {};
		let executions = 0;

		/** To its end; then by Retry, as long as it fails. */
		async function execute({ id, resend }: (typeof workflows)[number]): Promise<void> {
			let run: Run = await rest.waitForExecution(await rest.runWorkflow(id));
			executions++;
			for (let retry = 0; run.status === 'error' && retry < RETRIES; retry++) {
				run = await rest.retry(String(run.id));
				executions++;
			}
			statuses[run.status] = (statuses[run.status] ?? 0) + 1;
			listen(told, run, resend);
		}

		const end = Date.now() + minutes * 60_000;
		const neverHappened = () => [...gateway.happened].filter(([, times]) => times === 0);
		const isLacking = () =>
			neverHappened().length > 0 || !('error' in statuses) || !('success' in statuses);
		let turn = 0;
		async function work(): Promise<void> {
			// On a busy machine it takes longer until everything has happened once.
			while (Date.now() < end || isLacking()) await execute(workflows[turn++ % workflows.length]!);
		}
		await Promise.all(Array.from({ length: WORKERS }, work));

		const sms = gateway.sms();
		const lines = readFileSync(samples, 'utf8').trim().split('\n');
		const heap = lines.map((line) => {
			const { heapUsed, external } = JSON.parse(line) as { heapUsed: number; external: number };
			return heapUsed + external;
		});
		const third = Math.floor(heap.length / 3);
		const before = median(heap.slice(third, 2 * third));
		const after = median(heap.slice(2 * third));
		const { rss } = JSON.parse(lines.at(-1)!) as { rss: number };
		const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
		process.stdout.write(
			`${[
				`Seed ${seed}, ${minutes} minutes: ${executions} executions (${JSON.stringify(statuses)} after ${RETRIES} retries),`,
				`${told.size} recipients, ${[...sms.values()].reduce((sum, one) => sum + one, 0)} SMS.`,
				`Memory ${megabytes(before)} in the second third, ${megabytes(after)} in the last; RSS ${megabytes(rss)}.`,
				...[...gateway.happened].map(([name, times]) => `  ${times} × ${name}`),
			].join('\n')}\n`,
		);
		expect(liesIn(told, sms)).toStrictEqual([]);
		expect(Object.keys(statuses).sort()).toStrictEqual(['error', 'success']);
		expect(neverHappened()).toStrictEqual([]);
		expect(after - before).toBeLessThan(MAX_GROWTH);
		expect(readFileSync(instance.logFile, 'utf8')).not.toMatch(/unhandled|out of memory|FATAL/i);
	},
	(minutes + 10) * 60_000,
);
