import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import {
	cleanAccessToken,
	cleanBaseUrl,
	refuseDiversion,
	refuseOtherOrigin,
} from '../nodes/SmsGateway/domain/service/credential';

const OWN_MACHINE = ['localhost:', 'localhost/', '127.', '[::1]'].map((host) => `http://${host}`);

/** Some of n8n's helpers name it `uri`, and some give a base apart. */
const targetOf = ({ url, baseURL, uri }: IHttpRequestOptions & { uri?: unknown }): string => {
	const target = String(url ?? uri ?? '');
	return baseURL && URL.canParse(target, baseURL) ? new URL(target, baseURL).href : target;
};

/** @throws Error with a sentence for the user, as n8n shows its message */
async function tokenFor(
	options: IHttpRequestOptions,
	credentials: ICredentialDataDecryptedObject,
): Promise<string> {
	try {
		refuseDiversion(options);
		refuseOtherOrigin(targetOf(options), cleanBaseUrl(credentials));
		return cleanAccessToken(credentials);
	} catch (error) {
		const { sentenceOfError } = await import('../nodes/SmsGateway/words/causes');
		throw new Error(sentenceOfError(error));
	}
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
			description: 'The address of your SMS service: everything before /sms/send',
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
		const accessToken = await tokenFor(requestOptions, credentials);
		return {
			...requestOptions,
			// The HTTP Request node follows redirects, and hands the token on unless told not to.
			sendCredentialsOnCrossOriginRedirect: false,
			headers: { ...requestOptions.headers, Authorization: `Bearer ${accessToken}` },
		};
	};
}
