import type {
	IAdditionalCredentialOptions,
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import type { RawCredential } from '../domain/service/credential';
import { gatewayOf, type Gateway, type Response } from './gateway';

export const CREDENTIAL = 'smsGatewayApi';

/**
 * @param timeout milliseconds until a request is given up
 * @throws Error with a sentence for the user when the credential is not usable
 */
export async function connect(
	ctx: IExecuteFunctions | IPollFunctions,
	timeout: number,
): Promise<Gateway> {
	const credential = await ctx.getCredentials<RawCredential>(CREDENTIAL);
	// Without it n8n reads the credential from its database and decrypts it for every request.
	const asRead: IAdditionalCredentialOptions = {
		credentialsDecrypted: {
			id: '',
			name: CREDENTIAL,
			type: CREDENTIAL,
			data: credential as ICredentialDataDecryptedObject,
		},
	};
	const authenticated = ctx.helpers.httpRequestWithAuthentication;
	return gatewayOf(
		credential,
		timeout,
		async (options) => (await authenticated.call(ctx, CREDENTIAL, options, asRead)) as Response,
	);
}
