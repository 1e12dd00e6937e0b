/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { REPLIES } from '../../test/fixtures/replies';
import type { Fate, Turn } from './turn';
import type { VirtualTime } from './virtual-time';

/** What axios hands to an adapter, as far as it is needed. */
type Config = {
	url: string;
	method: string;
	data?: string;
	timeout: number;
	signal?: AbortSignal;
	validateStatus?: (status: number) => boolean;
};

type Happening = {
	/** The service sends the SMS; `half`: to the first half of its recipients. */
	sends: boolean | 'half';
	status?: number;
	body?: string | (() => string);
	headers?: Record<string, string>;
	/** Instead of the usual milliseconds. */
	takes?: number;
	/** The connection ends with this error of Node's, at this system call. */
	error?: readonly [code: string, syscall?: string];
	/** The body breaks off. */
	isCut?: boolean;
};

const SUCCESS = '{"status":"success"}';
const REFUSED = '{"status":"error","message":"Refused"}';
/** The access token, which the service quotes in some of its responses. */
export const QUOTED = 'token-'.repeat(4);

const failing = (error: Happening['error'], ...sends: boolean[]) =>
	sends.map((one): Happening => ({ sends: one, error }));

const named = (name: string, all: Happening[]): Array<[Fate, Happening]> =>
	all.map((one) => [one.sends && all.length > 1 ? `${name}, but sent` : name, one]);

const faults: Array<[Fate, Happening]> = [
	...named('no response', [
		{ sends: false, takes: 1e9 },
		{ sends: true, takes: 1e9 },
	]),
	...named('slow', [{ sends: true, takes: 20_000 }]),
	...named('refused connection', failing(['ECONNREFUSED', 'connect'], false)),
	...named('no such host', failing(['ENOTFOUND', 'getaddrinfo'], false)),
	...named('no connection', failing(['ETIMEDOUT', 'connect'], false)),
	...named('reset', failing(['ECONNRESET', 'read'], false, true)),
	...named('hang up', failing(['ECONNRESET'], false, true)),
	...named('broken pipe', failing(['EPIPE', 'write'], false, true)),
	...named('certificate', failing(['CERT_HAS_EXPIRED'], false)),
	...named('broken TLS', failing(['EPROTO', 'write'], false, true)),
	['400, but sent', { sends: true, status: 400, body: REFUSED }],
	['400, but half sent', { sends: 'half', status: 400, body: REFUSED }],
	...named('400 with the token', [
		{ sends: false, status: 400, body: `{"status":"error","message":"${QUOTED}, ${QUOTED}"}` },
	]),
	...named('half a response', [{ sends: true, body: SUCCESS, isCut: true }]),
	...named('huge', [{ sends: true, body: `{"status":"success","x":"${' '.repeat(1_100_000)}"}` }]),
	...['0', '1', '299', '3600', 'Mon, 05 Jan 2026 12:00:30 GMT', 'soon'].map(
		(wait): [Fate, Happening] => [
			`429, Retry-After ${wait}`,
			{ sends: false, status: 429, body: '', headers: { 'retry-after': wait } },
		],
	),
];

/** All that can become of a request, by name. */
export const FATES: ReadonlyMap<Fate, Happening> = new Map([
	...REPLIES.flatMap(([name, reply, became]) =>
		named(
			name,
			(became === 'unknown' ? [false, true] : [became === 'accepted']).map((sends) => ({
				...reply,
				sends,
			})),
		),
	),
	...faults,
]);

const refusal = (message: string): Happening => ({
	sends: false,
	status: 400,
	body: JSON.stringify({ status: 'error', message }),
});

const sentTo = (all: readonly string[], { sends }: Happening): readonly string[] =>
	sends === 'half' ? all.slice(0, Math.ceil(all.length / 2)) : sends ? all : [];

/** The SMS service and the network before it. One for the life of a turn. */
export class Service {
	readonly wire: string[] = [];

	readonly requests: string[] = [];

	/** Of Send and Wait, as they were sent. */
	readonly links: string[] = [];

	private readonly chances: string[] = [];

	private readonly met = new Map<string, number>();

	private sends = 0;

	private spent = 0;

	private reads = 0;

	constructor(private readonly script: Turn['service']) {}

	/** What becomes of a request that has arrived. */
	receive(method: string, path: string, body: Record<string, unknown>): Happening {
		if (method === 'GET') {
			this.requests.push(`${method} ${path}`);
			return this.balance();
		}
		const { sender_id: sender, recipient, recipients, message } = body;
		const all = String(recipients ?? recipient).split('|');
		const sms = `${String(sender)}: ${this.withoutChance(String(message))}`;
		this.requests.push(`${method} ${path} ${all.join('|')} ${sms}`);
		const happening = this.fateOf(all, Math.ceil(String(message).length / 160) || 1);
		this.wire.push(...sentTo(all, happening).map((one) => `${one} ${sms}`));
		return { ...happening, takes: happening.takes ?? this.script.takes };
	}

	private fateOf(all: readonly string[], segments: number): Happening {
		const { balance, fates, inOrder, price, wrong } = this.script;
		const ordered = inOrder[this.sends++];
		const own = all.map((one) => {
			const times = this.met.get(one) ?? 0;
			this.met.set(one, times + 1);
			return fates[one]?.[times];
		});
		const name = ordered ?? own.find((fate) => fate !== undefined);
		const found = name === undefined ? undefined : FATES.get(name);
		if (found && !found.sends) return found;
		const refused = all.find((one) => wrong.includes(one));
		if (refused) return refusal(`Invalid recipient ${refused}`);
		const happening = found ?? { sends: true, body: SUCCESS };
		const cost = sentTo(all, happening).length * segments * price;
		if (this.spent + cost > balance) return refusal('No credit');
		this.spent += cost;
		return happening;
	}

	/** What a link has by chance is known by its place among all that came, and the same in both versions. */
	private withoutChance(text: string): string {
		return text.replace(/https:\/\/\S+$/, (link) => {
			this.links.push(link);
			return link.replace(/\b(to|signature)=([^&]+)/g, (_, name: string, value: string) => {
				if (!this.chances.includes(value)) this.chances.push(value);
				return `${name}=${this.chances.indexOf(value)}`;
			});
		});
	}

	/** The trigger: what the next read of the balance finds, or what becomes of it. */
	nowHas(balance: number | Fate): void {
		if (typeof balance === 'number') this.script.balance = balance;
		else this.script.balanceFates[this.reads] = balance;
	}

	private balance(): Happening {
		const name = this.script.balanceFates[this.reads++];
		const body = () => {
			const balance = this.script.balance - this.spent;
			return JSON.stringify({ status: 'success', module: 'sms_module', balance });
		};
		const fate = name === undefined ? undefined : FATES.get(name);
		const isLate = name === 'slow';
		return fate && !isLate ? fate : { sends: false, body, ...(isLate && { takes: 900 }) };
	}
}

/** Of the axios that n8n uses: what stands between it and the network is replaced. */
export function connect(time: VirtualTime, serviceNow: () => Service): void {
	const require = createRequire(createRequire(__filename).resolve('n8n-core'));
	const axios = require('axios') as {
		defaults: { adapter: (config: Config) => Promise<unknown> };
		AxiosError: (new (...given: unknown[]) => Error) & {
			from(error: Error, code: unknown, config: Config, request: object): Error;
		};
		CanceledError: new (...given: unknown[]) => Error;
	};
	const { AxiosError, CanceledError } = axios;
	axios.defaults.adapter = async (config) => {
		const request = { socket: { encrypted: true, _bytesDispatched: 400 } };
		const { data, method, signal, timeout, url, validateStatus } = config;
		const service = serviceNow();
		const ended = new Promise<never>((_, reject) => {
			const cancel = () => reject(new CanceledError(undefined, config, request));
			if (signal?.aborted) cancel();
			signal?.addEventListener('abort', cancel);
			const late = () =>
				reject(new AxiosError(`timeout of ${timeout}ms exceeded`, 'ECONNABORTED', config, request));
			if (timeout > 0) void time.wait(timeout).then(late);
		});
		ended.catch(() => undefined);
		await Promise.race([time.wait(5), ended]);
		const body = JSON.parse(data ?? '{}') as Record<string, unknown>;
		const happening = service.receive(method.toUpperCase(), new URL(url).pathname, body);
		const { error, headers = {}, isCut, status = 200, takes = 20 } = happening;
		await Promise.race([time.wait(takes), ended]);
		if (error) {
			const [code, syscall] = error;
			const thrown = Object.assign(new Error(`${syscall ?? 'socket'} ${code}`), { code, syscall });
			throw AxiosError.from(thrown, null, config, request);
		}
		const { body: said = '' } = happening;
		const bytes = Buffer.from(typeof said === 'string' ? said : said());
		const stream = new Readable({
			read() {
				this.push(isCut ? bytes.subarray(0, 9) : bytes);
				if (isCut) this.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
				else this.push(null);
			},
		});
		const type = 'content-type' in headers ? {} : { 'content-type': 'application/json' };
		const all = { ...type, 'content-length': String(bytes.length), ...headers };
		const response = { status, statusText: '', headers: all, config, request, data: stream };
		if (!validateStatus || validateStatus(status)) return response;
		const code = status < 500 ? 'ERR_BAD_REQUEST' : 'ERR_BAD_RESPONSE';
		const message = `Request failed with status code ${status}`;
		throw new AxiosError(message, code, config, request, response);
	};
}
