import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import type { RunOptions } from '../../test/support/engine';

/** What kinds of turns there are; `--only` asks for some. */
export const WAYS = [
	'plain',
	'made',
	'retryOnFail',
	'retry',
	'loop',
	'again',
	'agent',
	'cancel',
	'twice',
	'later',
	'wait',
	'refused',
	'trigger',
	'offline',
] as const;

export type Way = (typeof WAYS)[number];

/** A name in `FATES`: what the service does with a request, or the network. */
export type Fate = string;

/**
 * One call for an answer to Send and Wait, of one of the links that were sent, at a time in milliseconds
 * after the question.
 */
export type Call = { after: number; of: number; method: 'GET' | 'POST'; body?: IDataObject };

/** What happens to one node, from the first execution to the last retry. All that is missing is as usual. */
export type Turn = {
	way: Way;
	parameters: INode['parameters'];
	safeguards: IDataObject;
	options: IDataObject;
	node: Partial<INode>;
	items: IDataObject[];
	/** What a node between the start and this one makes of the items. */
	made?: INodeExecutionData[];
	/** ISO 8601. */
	now: string;
	zone: string;
	mode?: 'manual' | 'trigger' | 'evaluation' | 'integrated';
	loop?: number;
	again?: NonNullable<RunOptions['again']>;
	/** An agent's calls of the node as its tool, each with what the model fills in. */
	uses?: IDataObject[];
	atOnce?: boolean;
	/** Executions: milliseconds after the start, each in one of two processes. */
	starts: Array<{ at: number; process: 0 | 1 }>;
	/** Milliseconds after the start at which the first execution is cancelled. */
	cancelAt?: number;
	/** The same of each retry. */
	cancelRetryAt?: number;
	/** Executions > Retry: of the original, or of the last Retry. */
	retries: Array<{ of: 'original' | 'last'; after: number; process: 0 | 1 }>;
	retriesAtOnce?: boolean;
	service: {
		/** By the digits of a recipient: what its requests meet, one after another; then all goes well. */
		fates: Record<string, Fate[]>;
		/** What the requests meet, whoever they are for. */
		inOrder: Fate[];
		/** Requests with one of these are refused. */
		wrong: string[];
		/** Milliseconds that it takes to respond. */
		takes: number;
		/** Units; what does not suffice is refused. */
		balance: number;
		price: number;
		/** What reads of the balance meet; one that is late tells what is left when it comes. */
		balanceFates: Fate[];
	};
	store: {
		/** Milliseconds that the database takes for each of the four steps of a call. */
		takes: number;
		/** Steps that fail, by number. */
		fails: number[];
	};
	/** Send and Wait: what happens to the link; then the time is over. */
	calls: Call[];
	/** The trigger: a balance, a fate, or a restart of n8n, an hour after the one before. */
	polls: Array<number | string>;
	/** Of the credential. */
	baseUrl: string;
};

/** One execution, as n8n would save it. */
export type SeenExecution = {
	status: string;
	items: INodeExecutionData[];
	errorItems: INodeExecutionData[];
	error?: { message: string; description?: string | null; data?: unknown };
	hints: string[];
	replies?: string[];
};

/** What was seen of a turn from outside. */
export type Seen = {
	/** Each SMS that the service sent: recipient, sender, text. */
	wire: string[];
	requests: string[];
	/** Retries come behind the executions. */
	executions: SeenExecution[];
	/** What calls of the link got, and what polls of the trigger gave. */
	pages: Array<{ status: number; text: string }>;
	polls: Array<{ items: unknown; error?: string; data?: unknown }>;
	/** It never ends, it crashed, or the engine itself threw. */
	failure?: string;
};
