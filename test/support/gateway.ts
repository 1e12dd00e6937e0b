/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import nock from 'nock';
import type { IDataObject } from 'n8n-workflow';
import { defaultCredentials } from './credentials';

export type Route = 'send' | 'bulk' | 'balance';

export interface GatewayRequest {
	route?: Route;
	method: string;
	path: string;
	headers: Record<string, string>;
	rawBody: string;
	body?: IDataObject;
	recipients: string[];
}

export interface Answer {
	status?: number;
	/** An object goes out as JSON, a string as it is. */
	body?: object | string;
	headers?: Record<string, string>;
	delay?: number;
	/** No answer: the connection fails with this code, such as ECONNREFUSED or ECONNRESET. */
	error?: string;
	/** No answer, ever: the client's own time limit or a cancel ends it. */
	hang?: boolean;
}

export type ServiceResult = Answer | ((request: GatewayRequest) => Answer | Promise<Answer>);
type Replies = ServiceResult | ServiceResult[];

const routes: Record<string, Route> = {
	'POST /sms/send': 'send',
	'POST /sms/bulk/send': 'bulk',
	'GET /balance/sms_module': 'balance',
};

const asJson = (text: string): IDataObject | undefined => {
	try {
		return JSON.parse(text) as IDataObject;
	} catch {
		return undefined;
	}
};

const recipientsOf = (route: Route | undefined, body: IDataObject = {}): string[] => {
	if (route === 'send') return [String(body.recipient)];
	return route === 'bulk' ? String(body.recipients).split('|') : [];
};

const unexpected: string[] = [];

export class Gateway {
	readonly requests: GatewayRequest[] = [];

	private readonly replies: Partial<Record<Route, Replies>> = {};

	private readonly waiting: Array<{ count: number; resolve: () => void }> = [];

	constructor(private readonly base: URL) {}

	/** One reply for every request, or a list with one for each; one request more is unexpected. */
	bulk = (reply: Replies): this => this.on('bulk', reply);

	send = (reply: Replies): this => this.on('send', reply);

	balance = (reply: Replies): this => this.on('balance', reply);

	get recipients(): string[] {
		return this.requests.flatMap(({ recipients }) => recipients);
	}

	of = (route: Route): GatewayRequest[] =>
		this.requests.filter((request) => request.route === route);

	/** Resolves as soon as `count` requests have arrived. */
	async arrived(count: number): Promise<void> {
		if (this.requests.length >= count) return;
		await new Promise<void>((resolve) => this.waiting.push({ count, resolve }));
	}

	/** @internal what nock hands over */
	async answer(received: Omit<GatewayRequest, 'route' | 'body' | 'recipients'>): Promise<Answer> {
		const { method, path, rawBody } = received;
		const route = routes[`${method} ${path.slice(this.base.pathname.length)}`];
		const body = asJson(rawBody);
		const request = { ...received, route, body, recipients: recipientsOf(route, body) };
		this.requests.push(request);
		for (const { count, resolve } of this.waiting) if (this.requests.length >= count) resolve();

		const given = route && this.replies[route];
		const reply = Array.isArray(given) ? given.shift() : given;
		if (reply === undefined) {
			unexpected.push(`${method} ${path} ${rawBody}`);
			return { error: 'EUNEXPECTED' };
		}
		return typeof reply === 'function' ? await reply(request) : reply;
	}

	private on(route: Route, reply: Replies): this {
		this.replies[route] = Array.isArray(reply) ? [...reply] : reply;
		return this;
	}
}

const current = new Map<string, Gateway>();

/**
 * The service, on the wire: the one stub of all node tests. A second call for the same host takes over from the
 * first. Nothing else is reachable, and a test in which something unexpected was asked fails when it is over.
 */
export function gateway({ baseUrl = defaultCredentials.baseUrl } = {}): Gateway {
	const base = new URL(baseUrl);
	const stub = new Gateway(base);
	if (!current.has(base.origin)) intercept(base.origin);
	current.set(base.origin, stub);
	return stub;
}

function assertNothingUnexpected(): void {
	const found = unexpected.splice(0);
	if (found.length > 0) throw new Error(`Unexpected request(s):\n${found.join('\n')}`);
}

function intercept(origin: string): void {
	const scope = nock(origin).persist();
	for (const method of ['GET', 'POST']) {
		scope.intercept(/.*/, method).reply(async function (path) {
			const { headers, requestBodyBuffers = [] } = this.req as unknown as {
				headers: Record<string, string>;
				requestBodyBuffers?: Buffer[];
			};
			const rawBody = Buffer.concat(requestBodyBuffers).toString('utf8');
			const received = { method, path, headers: { ...headers }, rawBody };
			return await toNock(await current.get(origin)!.answer(received));
		});
	}
}

async function toNock(answer: Answer): Promise<[number, nock.Body, Record<string, string>]> {
	const { body, delay, error, hang, headers = {}, status = 200 } = answer;
	if (hang) return await new Promise(() => {});
	if (delay) await new Promise((resolve) => setTimeout(resolve, delay));
	if (error) throw Object.assign(new Error(error), { code: error });
	const isJson = typeof body === 'object';
	return [
		status,
		isJson ? JSON.stringify(body) : (body ?? ''),
		isJson ? { 'content-type': 'application/json', ...headers } : headers,
	];
}

const onNoMatch = ({ method, host, path }: { method?: string; host?: string; path?: string }) => {
	unexpected.push(`${method} ${host}${path}`);
};

beforeAll(() => {
	if (!nock.isActive()) nock.activate();
	nock.disableNetConnect();
	nock.emitter.on('no match', onNoMatch);
});

afterEach(() => {
	current.clear();
	nock.cleanAll();
	assertNothingUnexpected();
});

afterAll(() => {
	nock.emitter.off('no match', onNoMatch);
	nock.restore();
	nock.enableNetConnect();
});
