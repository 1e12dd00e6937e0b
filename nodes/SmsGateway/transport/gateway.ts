import type {
	IAdditionalCredentialOptions,
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	IPollFunctions,
} from 'n8n-workflow';
import type { Message } from '../domain/entry';
import {
	cleanAccessToken,
	cleanBaseUrl,
	expiryOf,
	type RawCredential,
} from '../domain/service/credential';
import type { ServiceResult } from '../domain/service/result';
import { failureReply } from './networkErrors';

export const CREDENTIAL = 'smsGatewayApi';

/** The service's three endpoints (sandbox/openapi.yaml). Wire names live here and nowhere else. */
export type Gateway = {
	/** POST /sms/send; the message has one recipient. */
	send(message: Message): Promise<ServiceResult>;
	/** POST /sms/bulk/send */
	bulkSend(message: Message): Promise<ServiceResult>;
	/** GET /balance/sms_module */
	balance(): Promise<ServiceResult>;
	/** When the access token's own expiry has passed: that date. */
	tokenExpiredAt(): Date | undefined;
};

type Answer = { statusCode: number; headers: IDataObject; body: unknown };

const lowerCaseNames = (headers: IDataObject): Record<string, string> =>
	Object.fromEntries(
		Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
	);

const asText = (body: unknown): string => {
	if (typeof body === 'string') return body;
	return body === undefined || body === null ? '' : JSON.stringify(body);
};

/** Shorter than any real token; hiding these would only garble the answer. */
const TOO_SHORT_TO_HIDE = 16;

/** A service that quotes the token back must not bring it into the items. */
const hide = (token: string, text: string): string =>
	token.length < TOO_SHORT_TO_HIDE ? text : text.replaceAll(token, '[access token]');

/**
 * @param timeout milliseconds until a request is given up
 * @throws Error with a sentence for the user when the credential is not usable
 */
export async function connect(
	ctx: IExecuteFunctions | IPollFunctions,
	timeout: number,
): Promise<Gateway> {
	const credential = await ctx.getCredentials<RawCredential>(CREDENTIAL);
	const baseUrl = cleanBaseUrl(credential);
	const token = cleanAccessToken(credential);
	const expiry = expiryOf(token);
	// Without it n8n reads the credential from its database and decrypts it for every request.
	const asRead: IAdditionalCredentialOptions = {
		credentialsDecrypted: {
			id: '',
			name: CREDENTIAL,
			type: CREDENTIAL,
			data: credential as ICredentialDataDecryptedObject,
		},
	};

	async function request(
		method: IHttpRequestMethods,
		path: string,
		body?: IDataObject,
	): Promise<ServiceResult> {
		const deadline = AbortSignal.timeout(Math.ceil(timeout));
		try {
			const answer = (await ctx.helpers.httpRequestWithAuthentication.call(
				ctx,
				CREDENTIAL,
				{
					method,
					url: `${baseUrl}${path}`,
					headers: {
						Accept: 'application/json',
						...(body ? { 'Content-Type': 'application/json' } : {}),
					},
					...(body ? { body: JSON.stringify(body) } : {}),
					// The text as it came: a page or half a JSON must not pass for an answer.
					encoding: 'text',
					returnFullResponse: true,
					// A refusal is data. Throwing would also make n8n repeat the request on a 401.
					ignoreHttpStatusErrors: true,
					// A followed POST becomes a GET without body, whose 200 would look like success.
					disableFollowRedirect: true,
					timeout,
					// `timeout` alone starts anew with each piece of a slow answer.
					get abortSignal() {
						return deadline;
					},
					// n8n puts the execution's signal here. It would cut off what is under way at a cancel, and
					// nobody would know whether it was sent.
					set abortSignal(_) {},
				},
				asRead,
			)) as Answer;
			return {
				kind: 'answer',
				status: answer.statusCode,
				headers: lowerCaseNames(answer.headers),
				body: hide(token, asText(answer.body)),
			};
		} catch (error) {
			return failureReply(error);
		}
	}

	return {
		send: ({ senderId, recipients, message }) =>
			request('POST', '/sms/send', { sender_id: senderId, recipient: recipients[0]!, message }),
		bulkSend: ({ senderId, recipients, message }) =>
			request('POST', '/sms/bulk/send', {
				sender_id: senderId,
				recipients: recipients.join('|'),
				message,
			}),
		balance: () => request('GET', '/balance/sms_module'),
		tokenExpiredAt: () => (expiry && expiry.getTime() < Date.now() ? expiry : undefined),
	};
}
