/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs on the developer's machine, never inside n8n */
import '../../../support/fast-clock';
import { spawn } from 'node:child_process';
import dns from 'node:dns';
import { connect as connectTo, type Socket } from 'node:net';
import tls from 'node:tls';
import { selfSigned } from '../../../support/certificate';
import { createToken } from '../../../support/credentials';
import { answer, startRawServer, type Behaviour } from '../../../support/raw-server';
import { people, send } from '../run';

// Real sockets in the real engine: what a mock throws is the mock's idea of a broken network.

const accessToken = createToken();
const cleanUps: Array<() => void | Promise<void>> = [];

afterEach(async () => {
	for (const cleanUp of cleanUps.splice(0)) await cleanUp();
	jest.restoreAllMocks();
});

async function serve(behaviour: Partial<Behaviour>, tls?: Parameters<typeof startRawServer>[1]) {
	const server = await startRawServer({ received: () => {}, ...behaviour }, tls);
	cleanUps.push(() => server.close());
	return server;
}

async function behindProxy(behaviour?: Partial<Behaviour>): Promise<void> {
	// At port 1 nobody is.
	const port = behaviour ? (await serve(behaviour)).port : 1;
	for (const name of ['http_proxy', 'https_proxy']) {
		const before = process.env[name];
		process.env[name] = `http://127.0.0.1:${port}`;
		cleanUps.push(() => {
			if (before === undefined) delete process.env[name];
			else process.env[name] = before;
		});
	}
}

async function outcomeOf(baseUrl: string, timeout = 5) {
	const { items } = await send({
		items: people(1),
		credentials: { baseUrl: `${baseUrl}/api/v1`, accessToken, allowInsecureHttp: true },
		options: { timeout },
		onError: 'continueRegularOutput',
	});
	const { status, reason } = items[0]!.json;
	return `${String(status)} ${String(reason)}`;
}

/** The moment a connection is made, before a byte of it is read. */
const atOnce = (act: (socket: Socket) => void): Partial<Behaviour> => ({
	connected(socket) {
		act(socket);
		return true;
	},
});

/** Once the first bytes have come: a request, or the first words of a handshake. */
const atFirstBytes = (act: (socket: Socket) => void): Partial<Behaviour> =>
	atOnce((socket) => socket.once('data', () => act(socket)));

const afterRequest = (act: (socket: Socket) => void): Partial<Behaviour> => ({
	received(_, socket, take) {
		take();
		act(socket);
	},
});

type LookedUp = (error: Error | null, found: unknown, family?: number) => void;

const lookUp = (answer: (all: boolean | undefined, done: LookedUp) => void) =>
	jest
		.spyOn(dns, 'lookup')
		.mockImplementation(((_: string, { all }: { all?: boolean }, done: LookedUp) =>
			answer(all, done)) as unknown as typeof dns.lookup);

/** A port where connections neither come about nor fail, as behind a firewall that drops them. */
async function blackHole(): Promise<number> {
	const listen = `const s = require('net').createServer(); s.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(s.address().port))`;
	const child = spawn(process.execPath, ['-e', listen]);
	const port = await new Promise<number>((resolve) =>
		child.stdout.once('data', (text) => resolve(Number(text))),
	);
	child.kill('SIGSTOP');
	// Fills the queue of connections that wait to be taken.
	const waiting = Array.from({ length: 4 }, () =>
		connectTo(port, '127.0.0.1').on('error', () => {}),
	);
	cleanUps.push(() => {
		for (const socket of waiting) socket.destroy();
		child.kill('SIGKILL');
	});
	await new Promise((resolve) => waiting[0]!.once('connect', resolve));
	return port;
}

// macOS has no 127.0.0.2, Windows no SIGSTOP.
const onLinux = process.platform !== 'linux' ? it.skip : it;

describe('a request that provably did not reach the service is not sent', () => {
	onLinux.each(['http', 'https'])('when no connection comes in time (%s)', async (protocol) => {
		const outcome = await outcomeOf(`${protocol}://127.0.0.1:${await blackHole()}`, 0.3);
		expect(outcome).toBe('notSent connectionRefused');
	});

	it('when the name server does not respond', async () => {
		const failure = { code: 'EAI_AGAIN', syscall: 'getaddrinfo' };
		lookUp((_, done) => done(Object.assign(new Error('getaddrinfo'), failure), undefined));
		expect(await outcomeOf('http://sms.example')).toBe('notSent dnsFailure');
	});

	it.each<[string, Partial<Behaviour>]>([
		['is closed', atFirstBytes((socket) => socket.end())],
		['is reset', atFirstBytes((socket) => socket.resetAndDestroy())],
		['is answered in plain HTTP', atFirstBytes((socket) => socket.end(answer(400)))],
		['is never answered', atOnce(() => {})],
	])('when the handshake %s', async (_, behaviour) => {
		const { port } = await serve(behaviour);
		expect(await outcomeOf(`https://127.0.0.1:${port}`, 0.3)).toBe('notSent tlsFailure');
	});

	it.each(['TLSv1.2', 'TLSv1.3'] as const)(
		'when nobody vouches for the certificate (%s), and not a byte of it arrives',
		async (version) => {
			const options = { ...selfSigned(), minVersion: version, maxVersion: version };
			const server = await serve({}, options);
			for (let round = 0; round < 5; round++) {
				const outcome = await outcomeOf(`https://127.0.0.1:${server.port}`);
				expect(outcome).toBe('notSent tlsFailure');
			}
			expect(server.received).toBe(0);
		},
	);

	it.each(['http', 'https'])('when nobody is at the proxy on the way (%s)', async (protocol) => {
		await behindProxy();
		expect(await outcomeOf(`${protocol}://sms.example`)).toBe('notSent connectionRefused');
	});

	const said = '{"status":"success","message":"Sent"}';
	it.each<[string, string, (socket: Socket) => void]>([
		['closes the connection', 'connectionRefused', (socket) => socket.end()],
		['never responds', 'connectionRefused', () => {}],
		['keeps the connection', 'proxyRefused', (socket) => socket.write(answer(502))],
		...[201, 301, 302, 403, 407, 408, 429, 500, 502, 503, 504].map(
			(status): [string, string, (socket: Socket) => void] => [
				`responds with HTTP ${status} itself`,
				'proxyRefused',
				(socket) => socket.end(answer(status, said)),
			],
		),
	])('when the proxy on the way to https %s', async (_, reason, act) => {
		await behindProxy(atFirstBytes(act));
		expect(await outcomeOf('https://sms.example', 0.3)).toBe(`notSent ${reason}`);
	});
});

describe('a request that may have reached the service is unknown', () => {
	const serveTrusted = async (behaviour: Partial<Behaviour>) => {
		const certificate = selfSigned();
		const original = tls.connect;
		jest
			.spyOn(tls, 'connect')
			.mockImplementation(((options: tls.ConnectionOptions, ...rest: unknown[]) =>
				(original as unknown as (...all: unknown[]) => tls.TLSSocket)(
					{ ...options, ca: certificate.cert },
					...rest,
				)) as typeof tls.connect);
		return await serve(behaviour, certificate);
	};

	it.each<[string, (socket: Socket) => void, string]>([
		['closed', (socket) => socket.end(), 'connectionLost'],
		['cut', (socket) => socket.destroy(), 'connectionLost'],
		['left without a response', () => {}, 'timeout'],
	])('when the connection is %s after it (https)', async (_, act, reason) => {
		const server = await serveTrusted(afterRequest(act));
		expect(await outcomeOf(`https://localhost:${server.port}`, 0.3)).toBe(`unknown ${reason}`);
		expect(server.taken).toHaveLength(1);
	});

	it('when something on the way writes plain text into the encrypted connection after it', async () => {
		let inject = () => {};
		const server = await serveTrusted(afterRequest(() => inject()));
		const middle = await serve(
			atOnce((socket) => {
				const onward = connectTo(server.port, '127.0.0.1').on('error', () => {});
				onward.pipe(socket, { end: false });
				socket.pipe(onward);
				inject = () => socket.end(answer(408));
			}),
		);
		expect(await outcomeOf(`https://localhost:${middle.port}`)).toBe('unknown connectionLost');
		expect(server.taken).toHaveLength(1);
	});

	onLinux('when one of several addresses refuses and the next is lost after it', async () => {
		const server = await serve(afterRequest((socket) => socket.resetAndDestroy()));
		const found = ['127.0.0.2', '127.0.0.1'].map((address) => ({ address, family: 4 }));
		lookUp((all, done) => (all ? done(null, found) : done(null, found[0]!.address, 4)));
		expect(await outcomeOf(`http://many.example:${server.port}`)).toBe('unknown connectionLost');
		expect(server.taken).toHaveLength(1);
	});

	it('when a proxy loses the connection after it (http)', async () => {
		await behindProxy(afterRequest((socket) => socket.resetAndDestroy()));
		expect(await outcomeOf('http://sms.example')).toBe('unknown connectionLost');
	});

	it.each([
		[200, 'accepted accepted'],
		[407, 'rejected refusedByService'],
		[429, 'notSent rateLimited'],
		[502, 'unknown serverError'],
	])('or the service says HTTP %d behind a proxy (https): %s', async (status, outcome) => {
		const respond = (socket: Socket) => socket.end(answer(status, '{}'));
		const service = await serveTrusted(afterRequest(respond));
		await behindProxy(
			atFirstBytes((socket) => {
				const way = connectTo(service.port, '127.0.0.1').on('error', () => {});
				socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
				socket.pipe(way).pipe(socket);
			}),
		);
		expect(await outcomeOf(`https://localhost:${service.port}`)).toBe(outcome);
		expect(service.taken).toHaveLength(status === 429 ? 3 : 1);
	});
});
