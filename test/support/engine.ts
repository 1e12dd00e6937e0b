/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { join } from 'node:path';
import * as kit from '../engine-kit/engine';
import { defaultCredentials } from './credentials';
import type { GatewayCredentials } from './credentials';

/** `null`: no credential is selected. */
type Selected = { credentials?: GatewayCredentials | null };

export type RunOptions = Omit<kit.RunOptions, 'type' | 'credentials'> & Selected;
export type PollOptions = Omit<kit.PollOptions, 'type' | 'credentials'> & Selected;

type Rest<Method extends keyof kit.Engine> = kit.Engine[Method] extends (
	first: never,
	...rest: infer R
) => unknown
	? R
	: never;

const as = <T extends Selected>(
	type: string,
	{ credentials = defaultCredentials, ...given }: T,
) => ({
	...given,
	type,
	...(credentials && { credentials: { smsGatewayApi: credentials } }),
});

/** n8n's engine with the sources of this package in it. */
const withPackage = (engine: kit.Engine) => ({
	credentials: engine.credentials,
	deduplicator: engine.deduplicator,
	visit: engine.visit.bind(engine),
	resume: engine.resume.bind(engine),
	run: async (options: RunOptions) => await engine.run(as('smsGateway', options)),
	runInSubWorkflow: async (options: RunOptions, ...rest: Rest<'runInSubWorkflow'>) =>
		await engine.runInSubWorkflow(as('smsGateway', options), ...rest),
	useAsTool: async (options: RunOptions, ...rest: Rest<'useAsTool'>) =>
		await engine.useAsTool(as('smsGateway', options), ...rest),
	retry: async (
		previous: Parameters<kit.Engine['retry']>[0],
		{ credentials, signal }: { credentials?: GatewayCredentials; signal?: AbortSignal } = {},
	) =>
		await engine.retry(previous, {
			signal,
			...(credentials && { credentials: { smsGatewayApi: credentials } }),
		}),
	activate: (options: PollOptions = {}) => engine.activate(as('smsGatewayTrigger', options)),
	poll: async (options: PollOptions = {}) => await engine.poll(as('smsGatewayTrigger', options)),
});

export type Engine = ReturnType<typeof withPackage>;

let engine: Promise<Engine> | undefined;

const start = async () => withPackage(await kit.createEngine(join(__dirname, '../..')));

/** One per test file, as n8n has one per process. */
export const createEngine = (): Promise<Engine> => (engine ??= start());
