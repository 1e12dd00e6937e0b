/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { print, readFlags, runMain } from './command-line';
import { markdownTable, writeResults } from './docs';
import { buildPackage, createInstance, ensureHost, packPackage } from './host';
import { plotBars } from './plots';
import { once, type Place, PHONES, type Scenario, SCENARIOS } from './proof/faults';
import { startService } from './proof/service';
import { credentialsFor, NAMES, sendingNode, statementsOf, SUBJECTS } from './proof/subjects';
import { type Verdict, verdictOf } from './proof/verdict';
import { items, manualTrigger, workflow } from './workflow';

const USAGE = `npm run proof [-- options]

The same faults against this node, n8n's HTTP Request node and n8n's Twilio node, in a real n8n:
how many recipients get two SMS, how many are forgotten, and how many the workflow is wrong
about. The service's own record decides. About ten minutes, as the Twilio node waits five for a
service that does not respond.

  --only <text>    faults whose name contains this
  --write-docs     put the results into docs/dev/proof.md and docs/images/proof.svg
  --help`;

interface Row extends Scenario {
	/** For each subject. */
	verdicts: Verdict[];
}

const VICTIM = PHONES[4]!;

const list = PHONES.map((phone, index) => ({ phone, order: `order-${index}` }));

const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };

async function judge(place: Place, scenario: Scenario): Promise<Row> {
	const { service, rest } = place;
	const { name, fault, run } = scenario;
	const settings = run ? {} : RETRY_ON_FAIL;
	const verdicts: Verdict[] = [];
	for (const subject of SUBJECTS) {
		const sending = { ...sendingNode(subject, service.baseUrl, fault === undefined), ...settings };
		const saved = workflow(`${name}-${subject}`, [manualTrigger(), items(list), sending]);
		service.reset(fault, VICTIM);
		const execution = await (run ?? once)(place, await rest.createWorkflow(saved));
		const verdict = verdictOf(PHONES, service.sent, statementsOf(subject, execution, PHONES));
		print(`${name}: ${NAMES[subject]}: ${cellOf(verdict)} (${execution.status})`);
		verdicts.push(verdict);
	}
	return { ...scenario, verdicts };
}

async function measure(only: string): Promise<Row[]> {
	const [host, tarball] = await Promise.all([ensureHost({ onProgress: print }), packPackage()]);
	const service = await startService();
	const userFolder = mkdtempSync(join(tmpdir(), 'sms-gateway-proof-'));
	const certificate = join(userFolder, 'certificate.pem');
	writeFileSync(certificate, service.certificate);
	const { proxyUrl } = service;
	const env = {
		HTTPS_PROXY: proxyUrl,
		https_proxy: proxyUrl,
		NODE_EXTRA_CA_CERTS: certificate,
	};
	const instance = await createInstance({ host, tarball, userFolder, env });
	try {
		await instance.importCredentials(credentialsFor(service.baseUrl));
		await instance.start();
		const rest = await instance.setupOwner();
		const rows: Row[] = [];
		for (const scenario of SCENARIOS.filter(({ name }) => name.includes(only))) {
			rows.push(await judge({ service, instance, rest }, scenario));
		}
		return rows;
	} finally {
		await instance.remove();
		service.close();
	}
}

const cellOf = ({ twice, forgotten, wrong }: Verdict): string => `${twice}/${forgotten}/${wrong}`;

const KINDS = [
	{ kind: 'twice', name: 'got two SMS or more', colour: '#c0392b' },
	{ kind: 'forgotten', name: 'forgotten', colour: '#d68910' },
	{ kind: 'wrong', name: 'workflow is wrong about', colour: '#5d6d7e' },
] as const;

async function tableOf(rows: readonly Row[]): Promise<string> {
	const lines = rows.map(({ name, story, verdicts }) => [
		`**${name}**<br>${story}`,
		...verdicts.map(cellOf),
	]);
	const total = SUBJECTS.map((_, index) => {
		const sum = (kind: keyof Verdict) =>
			rows.reduce((count, { verdicts }) => count + verdicts[index]![kind], 0);
		return `**${cellOf({ twice: sum('twice'), forgotten: sum('forgotten'), wrong: sum('wrong') })}**`;
	});
	const header = ['Fault', ...SUBJECTS.map((subject) => NAMES[subject])];
	return await markdownTable(header, [...lines, ['**Together**', ...total]]);
}

/** Every fault in a row, every node in a column, three bars in each: shorter is better. */
const plot = (rows: readonly Row[]): string =>
	plotBars(
		`What becomes of ${PHONES.length} recipients when something goes wrong`,
		SUBJECTS.map((subject) => NAMES[subject]),
		KINDS,
		rows.map(({ name, verdicts }) => ({
			name,
			counts: verdicts.map((verdict) => KINDS.map(({ kind }) => verdict[kind])),
		})),
	);

async function main(): Promise<void> {
	const flags = readFlags(USAGE, { only: '', 'write-docs': false });
	await buildPackage(print);
	const rows = await measure(flags.only);
	const results = await tableOf(rows);
	print(`\nOf ten recipients: got two SMS / forgotten / the workflow is wrong about\n\n${results}`);
	if (flags['write-docs']) writeResults('dev/proof', results, 'proof', plot(rows));
}

runMain(main);
