import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import {
	cleanAccessToken,
	cleanBaseUrl,
	expiryOf,
	refuseOtherOrigin,
} from '../nodes/SmsGateway/domain/service/credential';
import { utc } from '../nodes/SmsGateway/domain/text/utc';

const answeredWith = (value: number, message: string) =>
	({ type: 'responseCode', properties: { value, message } }) as const;

const answeredWithBody = (key: string, value: unknown, message: string) =>
	({ type: 'responseSuccessBody', properties: { key, value, message } }) as const;

const REDIRECTED =
	"The SMS service redirects to another address. Enter the final address as 'Base URL'.";
const FAILING = 'The SMS service is failing or too busy at the moment. Try again later.';
const REFUSED =
	"The SMS service didn't return the balance. Check 'Base URL' and 'Access Token', and ask your SMS service whether the account may read its balance.";

const OWN_MACHINE = ['localhost:', 'localhost/', '127.', '[::1]'].map((host) => `http://${host}`);

/** Relative, unlike the address of any other request that is authenticated here. */
const TEST_PATH = '/balance/sms_module';

/** Some of n8n's helpers name it `uri`, and the test of the credential gives a base apart. */
const targetOf = ({ url, baseURL, uri }: IHttpRequestOptions & { uri?: unknown }): string => {
	const target = String(url ?? uri ?? '');
	return baseURL && URL.canParse(target, baseURL) ? new URL(target, baseURL).href : target;
};

/** The messages of n8n's test are fixed texts; only here can it say when the token ended. */
function refuseExpired(accessToken: string): void {
	const expiry = expiryOf(accessToken);
	if (expiry === undefined || expiry.getTime() > Date.now()) return;
	throw new Error(
		`The access token expired on ${utc(expiry)}. Ask your SMS service for a new one.`,
	);
}

export class SmsGatewayApi implements ICredentialType {
	name = 'smsGatewayApi';

	displayName = 'SMS Gateway API';

	icon = {
		light: 'file:../icons/sms-gateway.svg',
		dark: 'file:../icons/sms-gateway.dark.svg',
	} as const;

	// Without a fragment: n8n appends a query to it.
	documentationUrl = 'https://github.com/n8n-nodes-sms-gateway/n8n-nodes-sms-gateway';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://sms.example.com/api/v1',
			description: 'The address of your SMS service, up to and including /api/v1',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			placeholder: 'e.g. eyJhbGciOiJIUzI1NiIsInR5cCI6…',
			description:
				'The token (JWT) that your SMS service gave you, with or without "Bearer" in front',
		},
		{
			displayName: 'Allow Insecure HTTP',
			name: 'allowInsecureHttp',
			type: 'boolean',
			default: false,
			// Most have an https:// address, and the own machine needs no permission. An expression may
			// hold any.
			// No regular expression: n8n gives each 250 ms and asks at every request, so that a machine
			// under load would fail requests.
			displayOptions: {
				show: {
					baseUrl: ['http:', 'HTTP:', 'Http:', ' ', '='].map((startsWith) => ({
						_cnd: { startsWith },
					})),
				},
				hide: {
					baseUrl: OWN_MACHINE.map((startsWith) => ({ _cnd: { startsWith } })),
				},
			},
			description:
				"Whether to allow a 'Base URL' that begins with http://. The token and all numbers are then sent unencrypted.",
		},
	];

	/**
	 * A function and not a template, so that the credential is cleaned and checked wherever it is used.
	 * A property and not a method: n8n copies the own properties of a community package's credential
	 * for the editor, and offers it in the HTTP Request node only when this is one of them.
	 */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const baseUrl = cleanBaseUrl(credentials);
		const accessToken = cleanAccessToken(credentials);
		if (requestOptions.url === TEST_PATH) refuseExpired(accessToken);
		refuseOtherOrigin(targetOf(requestOptions), baseUrl);
		return {
			...requestOptions,
			// The HTTP Request node follows redirects, and hands the token on unless told not to.
			sendCredentialsOnCrossOriginRedirect: false,
			headers: { ...requestOptions.headers, Authorization: `Bearer ${accessToken}` },
		};
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "") }}',
			url: TEST_PATH,
			disableFollowRedirect: true,
		},
		rules: [
			answeredWithBody('status', 'error', REFUSED),
			answeredWithBody(
				'status',
				undefined,
				"This address responds, but not as the SMS service. Check the 'Base URL': it usually ends in /api/v1.",
			),
			answeredWith(
				401,
				'The SMS service did not accept the access token (401). Copy the whole token again, or ask your SMS service for a new one.',
			),
			answeredWith(403, 'The access token is not allowed to read the balance (403).'),
			answeredWith(
				404,
				"The SMS service has no balance at this address (404). Check the 'Base URL': it usually ends in /api/v1.",
			),
			...[301, 302, 303, 307, 308].map((status) => answeredWith(status, REDIRECTED)),
			...[400, 402, 405, 410, 422].map((status) => answeredWith(status, REFUSED)),
			...[408, 429, 500, 502, 503, 504].map((status) => answeredWith(status, FAILING)),
			// The type wants all rules of one kind; n8n reads both kinds.
		] as ICredentialTestRequest['rules'],
	};
}
