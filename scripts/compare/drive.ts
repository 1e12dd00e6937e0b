/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import './outside-jest';
import { DataDeduplicationService, PackageDirectoryLoader } from 'n8n-core';
import { join } from 'node:path';
import type { IDataObject, INode, INodeExecutionData, INodeType } from 'n8n-workflow';
import { MemoryDeduplicator } from '../../test/engine-kit/deduplicator';
import type { NodeError, RunResult } from '../../test/engine-kit/execution';
import { loadPackage } from '../../test/engine-kit/package-types';
import { stubNodes } from '../../test/engine-kit/stub-nodes';
import { againAround, agentWith, loopAround, workflowAround } from '../../test/engine-kit/workflow';
import { Engine } from '../../test/support/engine';
import { connect, QUOTED, Service } from './service';
import type { Seen, SeenExecution, Turn } from './turn';
import { VirtualTime } from './virtual-time';

const HOUR = 3_600_000;

const made: INodeType = {
	description: {
		...stubNodes['stub.noOp']!.description!,
		properties: [{ displayName: 'items', name: 'items', type: 'json', default: '[]' }],
	},
	async execute() {
		return [JSON.parse(this.getNodeParameter('items', 0) as string) as INodeExecutionData[]];
	},
} as INodeType;
stubNodes['compare.made'] = made;

/** The workflow that a turn runs, with the node in it. */
function workflowOf(turn: Turn, node: INode, id: string) {
	const { again, atOnce = false, loop, uses } = turn;
	let workflow = workflowAround(node, id);
	if (uses) workflow = agentWith(node, id, uses, atOnce);
	else if (loop) workflow = loopAround(node, id, loop);
	else if (again) workflow = againAround(node, id, again);
	if (!turn.made) return workflow;
	const parameters = { items: JSON.stringify(turn.made) };
	const maker = { id: 'made', name: 'Made', type: 'compare.made', typeVersion: 1, parameters };
	const { Start: behind, ...rest } = workflow.connections;
	const first = { main: [[{ node: 'Made', type: 'main' as const, index: 0 }]] };
	workflow.nodes.push({ ...maker, position: [0, 0] });
	workflow.connections = { ...rest, Start: first, Made: behind! };
	return workflow;
}

const credentialOf = ({ baseUrl }: Turn) => ({ baseUrl, accessToken: QUOTED });

const asText = (value: unknown): string => (typeof value === 'string' ? value : String(value));

function seenOf(result: RunResult, isTool: boolean): SeenExecution {
	const { errorItems, executionData, hints, items, nodeName, status } = result;
	const { metadata = {}, runData } = executionData.resultData;
	// Of a cancelled execution n8n keeps what its nodes have written by then.
	const error = result.error ?? (runData[nodeName]?.at(-1)?.error as NodeError | undefined);
	const context = error?.context as { smsGateway?: unknown } | undefined;
	return {
		status,
		items: isTool ? [] : items,
		errorItems,
		hints: [...hints.map(({ message }) => message), ...Object.values(metadata)],
		...(isTool && { replies: items.map(({ json }) => asText(json.reply)) }),
		...(error && {
			error: {
				message: error.message,
				description: error.description,
				data: context?.smsGateway,
			},
		}),
	};
}

/** One version of the package, in n8n's own engine, in two processes that share a store. */
export class Version {
	private constructor(
		private readonly time: VirtualTime,
		private readonly engines: readonly Engine[],
		private readonly begin: (turn: Turn) => Service,
	) {}

	/** @param folder with `one` and `two`: the same built package, each for one process */
	static async load(folder: string): Promise<Version> {
		const time = new VirtualTime();
		const types = await Promise.all(
			['one', 'two'].map(
				async (name) => await loadPackage(join(folder, name), PackageDirectoryLoader),
			),
		);
		let steps = 0;
		let script: Turn['store'] = { takes: 1, fails: [] };
		const store = new MemoryDeduplicator(async () => {
			const step = steps++;
			await time.wait(script.takes);
			if (script.fails.includes(step)) throw new Error('The database is locked');
		});
		await DataDeduplicationService.init(store);
		let service = new Service({} as Turn['service']);
		time.install();
		connect(time, () => service);
		const begin = (turn: Turn) => {
			time.begin(turn.now);
			store.reset();
			steps = 0;
			script = turn.store;
			return (service = new Service(turn.service));
		};
		const engines = types.map((one) => new Engine(one, store));
		return new Version(time, engines, begin);
	}

	/** @param serial another for each call, so that ids are never used again */
	async see(turn: Turn, serial: number): Promise<Seen> {
		const service = this.begin(turn);
		const { requests, wire } = service;
		this.engines.forEach((engine, process) =>
			Object.assign(engine, { executions: serial * 1000 + process * 500 }),
		);
		const seen: Seen = { wire, requests, executions: [], pages: [], polls: [] };
		const act =
			turn.way === 'trigger'
				? this.poll(turn, seen, service)
				: this.execute(turn, seen, serial, service);
		const work = act.catch((error: Error) => void (seen.failure = `threw ${error.message}`));
		if (!(await this.time.run(work))) seen.failure = 'never ends';
		return seen;
	}

	private async execute(turn: Turn, seen: Seen, serial: number, service: Service): Promise<void> {
		const workflowId = `workflow-${serial}`;
		const runs = await Promise.all(
			turn.starts.map(async ({ at, process }, index) => {
				if (at > 0) await this.time.wait(at);
				return await this.start(turn, this.engines[process]!, workflowId, index === 0);
			}),
		);
		const results = [...runs];
		const first = runs[0]!;
		if (first.status === 'waiting') await this.answer(turn, first, seen, results, service.links);
		else if (first.status !== 'success') await this.retryAll(turn, first, results);
		seen.executions = results.map((one) => seenOf(one, turn.uses !== undefined));
	}

	private async start(turn: Turn, engine: Engine, workflowId: string, isFirst: boolean) {
		const { items, mode, node: more, options, safeguards, zone } = turn;
		const parameters = { ...turn.parameters, safeguards, options } as INode['parameters'];
		const type = turn.uses ? 'smsGatewayTool' : 'smsGateway';
		const node = engine['node'](type, {
			parameters,
			credentials: credentialOf(turn),
			node: more,
		});
		const workflow = workflowOf(turn, node, workflowId);
		const name = turn.uses ? 'Agent' : node.name;
		const given = {
			items,
			settings: { timezone: zone },
			signal: this.signalAt(isFirst ? turn.cancelAt : undefined),
		};
		// By hand, a trigger would wait for an event.
		const first =
			mode === 'manual' ? workflow.nodes[turn.made ? workflow.nodes.length - 1 : 1] : undefined;
		return await engine['start'](workflow, name, given, { first, mode });
	}

	private signalAt(cancelAt: number | undefined): AbortSignal {
		const cancel = new AbortController();
		if (cancelAt !== undefined) void this.time.wait(cancelAt).then(() => cancel.abort());
		return cancel.signal;
	}

	private async retryAll(turn: Turn, original: RunResult, results: RunResult[]): Promise<void> {
		const retry = async ({ of, after, process }: Turn['retries'][number]) => {
			await this.time.wait(after);
			const last = results.at(-1)!;
			const from = of === 'last' && last.status !== 'success' ? last : original;
			const engine = this.engines[process]!;
			engine.credentials.save(credentialIdOf(from), credentialOf(turn));
			results.push(await engine.retry(from, { signal: this.signalAt(turn.cancelRetryAt) }));
		};
		if (turn.retriesAtOnce) await Promise.all(turn.retries.map(retry));
		else for (const one of turn.retries) await retry(one);
	}

	private async answer(
		turn: Turn,
		waiting: RunResult,
		seen: Seen,
		results: RunResult[],
		links: readonly string[],
	) {
		const [engine] = this.engines;
		for (const { after, body, method, of } of turn.calls) {
			await this.time.wait(after);
			const link = links[of % links.length] ?? 'https://none.example.com/';
			const visit = await engine!.visit(waiting, { method, link, body });
			seen.pages.push({ status: visit.status, text: visit.page });
			if (!visit.resumed) continue;
			results.push(visit.resumed);
			return;
		}
		results.push(await engine!.resume(waiting));
	}

	private async poll(turn: Turn, seen: Seen, service: Service): Promise<void> {
		const { mode, parameters, polls } = turn;
		const credentials = credentialOf(turn);
		const by = mode === 'manual' ? { mode } : {};
		const options = { parameters, credentials, workflowId: 'workflow', ...by } as const;
		const active = this.engines[0]!.activate(options);
		for (const one of polls) {
			await this.time.wait(HOUR);
			if (one === 'restart') {
				active.restart();
				continue;
			}
			service.nowHas(one);
			const { items, error } = await active.poll();
			const context = error?.context as IDataObject | undefined;
			seen.polls.push({ items, error: error?.message, data: context?.smsGateway });
		}
	}
}

const credentialIdOf = ({ workflow }: RunResult): string =>
	workflow.nodes.find(({ credentials }) => credentials)?.credentials?.smsGatewayApi?.id ?? '';
