/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { Readable } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { gatewayOf, type MakeRequest } from '../../../../nodes/SmsGateway/transport/gateway';
import type { Response } from '../../../../nodes/SmsGateway/transport/readResponse';
import { createToken } from '../../../support/credentials';

const accessToken = createToken();
const baseUrl = 'https://sms.example.com/api/v1';
const message = { senderId: 'SHOP', recipients: ['46701740601', '46701740602'], message: 'Hello' };

function gatewayWith(answer: Partial<Response> | MakeRequest, timeout = 5_000) {
	const made: IHttpRequestOptions[] = [];
	const makeRequest: MakeRequest = async (options, given) => {
		made.push(options);
		if (typeof answer === 'function') return await answer(options, given);
		return { statusCode: 200, headers: {}, body: '', ...answer };
	};
	return { made, gateway: gatewayOf({ baseUrl, accessToken }, timeout, makeRequest) };
}

const never = () => new Promise<never>(() => {});

it.each([
	['nothing of what was announced', '', { 'content-length': '12' }, 'short'],
	['nothing, as announced', '', { 'content-length': '0' }, undefined],
	['nothing, and nothing was announced', '', {}, undefined],
	['something', '{}', { 'content-length': '12' }, undefined],
	['too much', 'x'.repeat(1_048_577), { 'content-length': '1048577' }, 'tooLarge'],
])('says whether the response is whole: %s', async (_, body, headers, cut) => {
	const { gateway } = gatewayWith({ body, headers });
	const reply = await gateway.send(message);

	expect(reply.kind === 'response' && reply.cut).toBe(cut);
});

describe('a request that fails', () => {
	it('before its response is judged by its error, and a read more freely', async () => {
		const { gateway } = gatewayWith(() => Promise.reject({ code: 'EPROTO' }));

		expect(await gateway.send(message)).toMatchObject({ failure: 'connectionLost' });
		expect(await gateway.balance()).toMatchObject({ failure: 'tlsFailure' });
	});

	it('within its response is lost, whatever the error says', async () => {
		const body = new Readable({ read() {} });
		body.destroy(Object.assign(new Error('cut'), { code: 'ECONNREFUSED' }));
		const { gateway } = gatewayWith({ body });

		expect(await gateway.send(message)).toStrictEqual({
			kind: 'failure',
			failure: 'connectionLost',
		});
	});
});

it('gives the whole request its time, which no other signal ends', async () => {
	const { made, gateway } = gatewayWith(never, 5);
	void gateway.send(message);
	const [options] = made;
	const own = options!.abortSignal as AbortSignal;
	const cancelling = new AbortController();
	options!.abortSignal = cancelling.signal;
	cancelling.abort();

	expect(options!.abortSignal).toBe(own);
	expect(own.aborted).toBe(false);
	await new Promise((resolve) => own.addEventListener('abort', resolve));
});
