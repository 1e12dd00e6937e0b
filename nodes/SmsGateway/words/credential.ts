import type { CredentialFlaw } from '../domain/cause';

export const CREDENTIAL_FLAWS: Readonly<Record<CredentialFlaw, string>> = {
	notChosen: 'No credential is selected. Select or create one in this node.',
	noBaseUrl: "The 'Base URL' is empty. Enter the address of your SMS service in the credential.",
	spaceInBaseUrl: "The 'Base URL' contains a space or a line break. Remove it.",
	invalidBaseUrl:
		"The 'Base URL' isn't a valid URL. It should look like https://sms.example.com/api/v1.",
	otherProtocol: "The 'Base URL' must begin with https:// (or http:// on this machine).",
	userInBaseUrl:
		"The 'Base URL' must not contain a user name or password. The access token is enough.",
	queryInBaseUrl: "The 'Base URL' must end with its path. Remove everything from the ? or # on.",
	notEncrypted:
		"The 'Base URL' begins with http://, so others could read the access token and all numbers. Use https://, or switch on 'Allow Insecure HTTP' in the credential.",
	noToken: "The 'Access Token' is empty. Enter the token of your SMS service in the credential.",
	quotedToken: "Enter the 'Access Token' without quotation marks.",
	invalidToken:
		'The access token contains a space, a line break or another character that no token has. Copy it again.',
};
