/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import * as kit from '../engine-kit/engine';
import type { RunResult, SavedExecution } from '../engine-kit/execution';
import type { LinkRequest, Visit } from '../engine-kit/link-visit';
import type { PollResult } from '../engine-kit/poll';
import { defaultCredentials } from './credentials';
import type { GatewayCredentials } from './credentials';

/** `null`: no credential is selected. */
type Selected = { credentials?: GatewayCredentials | null };

export type RunOptions = Omit<kit.RunOptions, 'type' | 'credentials'> & Selected;
export type PollOptions = Omit<kit.PollOptions, 'type' | 'credentials'> & Selected;

const withType = <T extends Selected>({ credentials = defaultCredentials, ...given }: T) => ({
	...given,
	...(credentials && { credentials: { smsGatewayApi: credentials } }),
});

/** n8n's engine with the sources of this package in it. */
export class Engine {
	constructor(private readonly engine: kit.Engine) {}

	get credentials() {
		return this.engine.credentials;
	}

	get deduplicator() {
		return this.engine.deduplicator;
	}

	run(options: RunOptions): Promise<RunResult> {
		return this.engine.run({ ...withType(options), type: 'smsGateway' });
	}

	runInSubWorkflow(
		options: RunOptions,
		parent?: Parameters<kit.Engine['runInSubWorkflow']>[1],
	): ReturnType<kit.Engine['runInSubWorkflow']> {
		return this.engine.runInSubWorkflow({ ...withType(options), type: 'smsGateway' }, parent);
	}

	useAsTool(
		options: RunOptions,
		uses: readonly IDataObject[],
		how?: Parameters<kit.Engine['useAsTool']>[2],
	): ReturnType<kit.Engine['useAsTool']> {
		return this.engine.useAsTool({ ...withType(options), type: 'smsGateway' }, uses, how);
	}

	retry(
		previous: SavedExecution,
		{ credentials, signal }: { credentials?: GatewayCredentials; signal?: AbortSignal } = {},
	): Promise<RunResult> {
		return this.engine.retry(previous, {
			signal,
			...(credentials && { credentials: { smsGatewayApi: credentials } }),
		});
	}

	visit(waiting: SavedExecution, request: LinkRequest): Promise<Visit> {
		return this.engine.visit(waiting, request);
	}

	resume(waiting: SavedExecution): Promise<RunResult> {
		return this.engine.resume(waiting);
	}

	activate(options: PollOptions = {}) {
		return this.engine.activate({ ...withType(options), type: 'smsGatewayTrigger' });
	}

	poll(options: PollOptions = {}): Promise<PollResult> {
		return this.engine.poll({ ...withType(options), type: 'smsGatewayTrigger' });
	}
}

let engine: Promise<Engine> | undefined;

const start = async () => new Engine(await kit.createEngine(join(__dirname, '../..')));

/** One per test file, as n8n has one per process. */
export const createEngine = (): Promise<Engine> => (engine ??= start());
