/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { Readable } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { gatewayOf, type MakeRequest } from '../../../../nodes/SmsGateway/transport/gateway';
import { MAX_BODY } from '../../../../nodes/SmsGateway/transport/readResponse';
import { createToken } from '../../../support/credentials';

const credential = { baseUrl: 'https://sms.example.com/api/v1', accessToken: createToken() };
const message = { senderId: 'SHOP', recipients: ['46701740601', '46701740602'], message: 'Hello' };

const responding = (body: Readable) => async () => ({ statusCode: 200, headers: {}, body });

const gatewayWith = (makeRequest: MakeRequest, timeout = 5_000) =>
	gatewayOf(credential, timeout, makeRequest);

/** What is made of a response whose body comes in these pieces. */
const read = async (...pieces: Buffer[]) =>
	await gatewayWith(responding(Readable.from(pieces))).send(message);

it.each(['latin1', 'utf8'] as const)('reads words that a service wrote in %s', async (encoding) => {
	const body = '{"message":"Crédit épuisé"}';
	const bytes = [...Buffer.from(body, encoding)];
	// A piece may end within a character.
	expect(await read(...bytes.map((byte) => Buffer.from([byte])))).toMatchObject({ body });
});

it('reads a body behind the mark that some servers begin it with', async () => {
	const body = '{"status":"success"}';
	expect(await read(Buffer.from(`\ufeff${body}`))).toMatchObject({ body });
});

it('reads a body up to exactly the limit', async () => {
	const [most, more] = [Buffer.alloc(MAX_BODY, 'x'), Buffer.from('y')];
	const body = String(most);
	expect(await read(most)).toMatchObject({ body, cut: undefined });
	expect(await read(most, more)).toMatchObject({ body, cut: 'tooLarge' });
});

it('reads what it has of a body that is cut within a character', async () => {
	const body = `x${'é'.repeat(MAX_BODY / 2 - 1)}`;
	expect(await read(Buffer.from(`${body}éé`))).toMatchObject({ body, cut: 'tooLarge' });
});

it('has nothing more to do with a response that it has read', async () => {
	const ending = new AbortController();
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(ending.signal);
	const body = Readable.from([Buffer.from('{}')]);
	await gatewayWith(responding(body)).send(message);
	timeout.mockRestore();
	const destroy = jest.spyOn(body, 'destroy');
	ending.abort();
	expect(destroy).not.toHaveBeenCalled();
});

it('judges a request that fails before its response by its error, and a read more freely', async () => {
	const gateway = gatewayWith(() => Promise.reject({ code: 'EPROTO' }));
	expect(await gateway.send(message)).toMatchObject({ facts: { found: 'connectionLost' } });
	expect(await gateway.balance()).toMatchObject({ facts: { found: 'tlsFailure' } });
});

it.each([undefined, Object.assign(new Error('cut'), { code: 'ECONNREFUSED' })])(
	'takes a request that fails within its response for lost, whatever the error says: %s',
	async (error) => {
		const body = new Readable({ read() {} });
		body.push('{"status":');
		body.destroy(error);
		const gateway = gatewayWith(async () => ({ statusCode: 200, headers: {}, body }));
		const lost = { kind: 'failure', facts: { found: 'connectionLost' } };
		expect(await gateway.send(message)).toStrictEqual(lost);
	},
);

it.each([
	[0.5, 1],
	[1_500, 1_500],
	[30_000, 30_000],
])('ends a request that has %d milliseconds after %i, however it trickles', async (given, most) => {
	const ending = new AbortController();
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(ending.signal);
	const body = new Readable({ read: () => setImmediate(() => ending.abort()) });
	await gatewayWith(async () => ({ statusCode: 200, headers: {}, body }), given).send(message);
	expect(timeout.mock.calls).toStrictEqual([[most]]);
	timeout.mockRestore();
});

it('gives the whole request its time, which no other signal ends', async () => {
	const made: IHttpRequestOptions[] = [];
	const body = new Readable({ read() {} });
	const gateway = gatewayWith(async (options) => {
		made.push(options);
		return { statusCode: 200, headers: {}, body };
	}, 5);
	const sending = gateway.send(message);
	const [options] = made;
	const own = options!.abortSignal as AbortSignal;
	options!.abortSignal = AbortSignal.abort();

	expect(options!.abortSignal).toBe(own);
	expect(own.aborted).toBe(false);
	expect(await sending).toStrictEqual({ kind: 'failure', facts: { found: 'timeout' } });
});
