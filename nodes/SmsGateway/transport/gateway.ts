import type { IExecuteFunctions, IHttpRequestOptions, IPollFunctions } from 'n8n-workflow';
import type { SmsRequest } from '../domain/entry';
import { withoutPlus } from '../domain/recipient/numberingPlans';
import {
	cleanAccessToken,
	cleanBaseUrl,
	expiryOf,
	type RawCredential,
} from '../domain/service/credential';
import { dateInWords } from '../domain/dateTime';
import type { ServiceResult } from '../domain/service/result';
import { zoneOf } from '../n8n/place';
import { failureResult, isOfProxy, thrownResponse } from './networkErrors';
import { CREDENTIAL, readCredential } from './readCredential';
import { maskerOf, readResponse, type Response } from './readResponse';

/** Makes one request with the token. Resolves once the response has begun: its body is still to be read. */
export type MakeRequest = (options: IHttpRequestOptions, token: string) => Promise<Response>;

/**
 * n8n 2 shows its connection only with an error, so what a proxy may say is thrown. Not a 401, which n8n
 * would send again, and no proxy says. n8n 1 throws none of them: see `isOfProxy`.
 */
const THROWN: IHttpRequestOptions['ignoreHttpStatusErrors'] = {
	ignore: true,
	except: Array.from({ length: 399 }, (_, index) => 201 + index).filter((status) => status !== 401),
};

function optionsOf(
	url: string,
	json: object | undefined,
	timeout: number,
	ending: AbortSignal,
): IHttpRequestOptions {
	return {
		method: json ? 'POST' : 'GET',
		url,
		headers: {
			Accept: 'application/json',
			// n8n does not tell whether a packed body was cut.
			'Accept-Encoding': 'identity',
			...(json && { 'Content-Type': 'application/json' }),
		},
		...(json && { body: JSON.stringify(json) }),
		// Read here, so that an endless body or a gzip bomb cannot fill n8n's memory, and as it
		// came: a page or half a JSON must not pass for a response of the service.
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: THROWN,
		// A followed POST becomes a GET without body, whose 200 would look like success.
		disableFollowRedirect: true,
		timeout,
		// `timeout` alone starts again with each piece of a slow response.
		get abortSignal() {
			return ending;
		},
		// n8n puts the execution's signal here. It would cut off what is in flight at a cancel, of which
		// it would then be unknown whether it was sent.
		set abortSignal(_) {},
	};
}

/**
 * The service's three endpoints (sandbox/openapi.yaml). Wire names live here and nowhere else.
 *
 * @param timeout milliseconds until a request is given up
 * @param timeZone by whose clock times are told
 * @throws RefusedError where the credential cannot be used
 */
export function gatewayOf(
	credential: RawCredential,
	timeout: number,
	makeRequest: MakeRequest,
	timeZone = 'UTC',
) {
	const baseUrl = cleanBaseUrl(credential);
	const token = cleanAccessToken(credential);
	const mask = maskerOf(token);
	const expiry = expiryOf(token);
	const expiredAt = () =>
		expiry && expiry.getTime() < Date.now() ? dateInWords(expiry, timeZone) : undefined;

	async function request(path: string, json?: object): Promise<ServiceResult> {
		const url = `${baseUrl}${path}`;
		const ending = AbortSignal.timeout(Math.ceil(timeout));
		const options = optionsOf(url, json, timeout, ending);
		const response = await makeRequest(options, token)
			.catch(thrownResponse)
			.catch((error: unknown) => failureResult(error, json === undefined));
		if ('kind' in response) return response;
		const { statusCode: status, headers } = response;
		if (isOfProxy(url, response)) {
			return { kind: 'failure', facts: { found: 'proxyRefused', http: status } };
		}
		try {
			const { text, cut } = await readResponse(response, ending);
			const body = mask(text);
			return { kind: 'response', status, url, headers, body, tokenExpired: expiredAt(), cut };
		} catch {
			return { kind: 'failure', facts: { found: ending.aborted ? 'timeout' : 'connectionLost' } };
		}
	}

	return {
		/** The message has one recipient. */
		send: ({ senderId: sender_id, recipients: [first], message }: SmsRequest) =>
			request('/sms/send', { sender_id, recipient: withoutPlus(first!), message }),
		bulkSend({ senderId: sender_id, message, ...sms }: SmsRequest) {
			const recipients = sms.recipients.map(withoutPlus).join('|');
			return request('/sms/bulk/send', { sender_id, recipients, message });
		},
		balance: () => request('/balance/sms_module'),
	};
}

export type Gateway = ReturnType<typeof gatewayOf>;

/** By the node's credential, with the parameters and errors of `gatewayOf`. */
export async function connect(ctx: IExecuteFunctions | IPollFunctions, timeout: number) {
	const data = await readCredential(ctx);
	const authenticated = ctx.helpers.httpRequestWithAuthentication;
	// Without it n8n reads the credential from its database and decrypts it for every request.
	const credentialsDecrypted = { id: '', name: CREDENTIAL, type: CREDENTIAL, data };
	const makeRequest: MakeRequest = async (options) =>
		(await authenticated.call(ctx, CREDENTIAL, options, { credentialsDecrypted })) as Response;
	return gatewayOf(data, timeout, makeRequest, zoneOf(ctx));
}
