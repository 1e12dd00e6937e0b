/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { print, readFlags, runMain, table } from './command-line';
import {
	buildPackage,
	createInstance,
	ensureHost,
	packPackage,
	PROJECT,
	type RestClient,
} from './host';
import { phones, SCENARIOS, type Place } from './proof/faults';
import { startService, type Service } from './proof/service';
import { credentialsFor, NAMES, statementsOf, SUBJECTS, type Subject } from './proof/subjects';
import { plot, type Row, tableOf, type Verdict, verdictOf } from './proof/verdict';
import { startCluster, type Cluster } from './queue-mode/cluster';

const USAGE = `npm run proof [-- options]

The same faults against this node, n8n's HTTP Request node and n8n's Twilio node, in a real n8n:
how many recipients get two SMS, how many are forgotten, and how many the workflow is wrong
about. The service's own record decides. Needs Redis and PostgreSQL, and about ten minutes, as
the Twilio node waits five for a service that does not respond.

  --only <text>    faults whose name contains this
  --write-docs     put the results into docs/proof.md and docs/images/proof.svg
  --help`;

interface Stage extends Place {
	close(): Promise<void>;
}

async function openStage(service: Service): Promise<Stage> {
	const [host, tarball] = await Promise.all([ensureHost({ onProgress: print }), packPackage()]);
	const folder = mkdtempSync(join(tmpdir(), 'sms-gateway-proof-'));
	const certificate = join(folder, 'certificate.pem');
	writeFileSync(certificate, service.certificate);
	const env = {
		HTTPS_PROXY: service.proxyUrl,
		https_proxy: service.proxyUrl,
		NODE_EXTRA_CA_CERTS: certificate,
	};
	const credentials = credentialsFor(service.baseUrl);
	const instance = await createInstance({ host, tarball, env });
	let rest: RestClient;
	let cluster: Promise<Cluster> | undefined;
	const restart = async () => {
		await instance.start();
		rest = await instance.setupOwner();
	};
	await instance.importCredentials(credentials);
	await restart();
	return {
		service,
		instance,
		rest: () => rest,
		restart,
		cluster: () =>
			(cluster ??= startCluster({ workers: 2, concurrency: 1, credentials, workflows: [], env })),
		close: async () => {
			await (await cluster)?.close();
			await instance.remove();
			rmSync(folder, { recursive: true });
		},
	};
}

async function measure(only: string): Promise<Row[]> {
	const service = await startService();
	const stage = await openStage(service);
	try {
		const rows: Row[] = [];
		for (const scenario of SCENARIOS.filter(({ name }) => name.includes(only))) {
			const verdicts = {} as Record<Subject, Verdict>;
			for (const subject of SUBJECTS) {
				const run = await scenario.run(stage, subject);
				const statements = statementsOf(subject, run, phones);
				const verdict = verdictOf(phones, service.sent, statements);
				verdicts[subject] = verdict;
				const { twice, forgotten, wrong } = verdict;
				print(
					`${scenario.name}: ${NAMES[subject]}: ${twice} twice, ${forgotten} forgotten, ${wrong} wrong (${run.status})`,
				);
			}
			const { name, story, isKeyed = false } = scenario;
			rows.push({
				name,
				story: isKeyed ? `${story}; SMS Gateway with a _Deduplication Key_` : story,
				verdicts,
			});
		}
		return rows;
	} finally {
		await stage.close();
		await service.close();
	}
}

const BEGIN = '<!-- results: written by npm run proof -- --write-docs -->';
const END = '<!-- end of results -->';

function writeDocs(rows: readonly Row[]): void {
	const file = join(PROJECT, 'docs', 'proof.md');
	const docs = readFileSync(file, 'utf8');
	const [before, after] = [docs.split(BEGIN)[0], docs.split(END)[1]];
	writeFileSync(file, `${before}${BEGIN}\n\n${tableOf(rows)}\n\n${END}${after}`);
	writeFileSync(join(PROJECT, 'docs', 'images', 'proof.svg'), plot(rows, phones.length));
}

async function main(): Promise<void> {
	const flags = readFlags(USAGE, { only: '', 'write-docs': false });
	await buildPackage();
	const rows = await measure(flags.only);
	const cells = ({ twice, forgotten, wrong }: Verdict) => `${twice} / ${forgotten} / ${wrong}`;
	const lines = rows.map(({ name, verdicts }) => [
		name,
		...SUBJECTS.map((subject) => cells(verdicts[subject])),
	]);
	print('\nOf ten recipients: got two SMS / forgotten / the workflow is wrong about\n');
	print(table(['fault', ...SUBJECTS.map((one) => NAMES[one])], lines).join('\n'));
	if (flags['write-docs']) writeDocs(rows);
}

runMain(main);
