import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { cleanAccessToken, cleanBaseUrl } from '../nodes/SmsGateway/domain/connection';

const answeredWith = (value: number, message: string) =>
	({ type: 'responseCode', properties: { value, message } }) as const;

const answeredWithBody = (key: string, value: unknown, message: string) =>
	({ type: 'responseSuccessBody', properties: { key, value, message } }) as const;

const REDIRECTED = 'The gateway redirects to another address. Put the final address into Base URL.';
const FAILING = 'The service itself is failing at the moment. Try again later.';

export class SmsGatewayApi implements ICredentialType {
	name = 'smsGatewayApi';

	displayName = 'SMS Gateway API';

	icon = {
		light: 'file:../icons/sms-gateway.svg',
		dark: 'file:../icons/sms-gateway.dark.svg',
	} as const;

	documentationUrl = 'https://github.com/n8n-nodes-sms-gateway/n8n-nodes-sms-gateway#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://sms.example.com/api/v1',
			description: 'The address of your SMS service, as its documentation gives it, up to /api/v1',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description:
				'The token (JWT) that your SMS service gave you, with or without "Bearer" in front',
		},
		{
			displayName: 'Allow Insecure HTTP',
			name: 'allowInsecureHttp',
			type: 'boolean',
			default: false,
			description:
				'Whether to allow a Base URL that begins with http://. The token and all numbers then travel unencrypted. Not needed for a service on this machine.',
		},
	];

	/** A function and not a template, so that the credential is cleaned and checked wherever it is used. */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		cleanBaseUrl(credentials);
		return {
			...requestOptions,
			headers: {
				...requestOptions.headers,
				Authorization: `Bearer ${cleanAccessToken(credentials)}`,
			},
		};
	}

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "") }}',
			url: '/balance/sms_module',
			disableFollowRedirect: true,
		},
		rules: [
			answeredWithBody(
				'status',
				'error',
				'The service answered with an error instead of the balance. Check the Access Token, and ask your SMS service whether the account may read its balance.',
			),
			answeredWithBody(
				'status',
				undefined,
				'This address answers, but not as the SMS service. Check the Base URL: it usually ends in /api/v1.',
			),
			answeredWith(
				401,
				'The service does not accept the Access Token (401). Copy a current one: tokens end after a while.',
			),
			answeredWith(403, 'The Access Token is not allowed to read the balance (403).'),
			answeredWith(
				404,
				'The service has no balance at this address (404). Check the Base URL: it usually ends in /api/v1.',
			),
			...[301, 302, 303, 307, 308].map((status) => answeredWith(status, REDIRECTED)),
			...[500, 502, 503, 504].map((status) => answeredWith(status, FAILING)),
			// The type wants all rules of one kind; n8n reads both kinds.
		] as ICredentialTestRequest['rules'],
	};
}
