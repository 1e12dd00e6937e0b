import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { testCredential } from './transport/readBalance';

/**
 * For the `methods` of both nodes, named by their `testedBy`. A `test` in the credential, which n8n
 * would prefer, shows network failures by their code alone ("ECONNREFUSED").
 */
export const credentialTest = {
	async testCredential(
		this: ICredentialTestFunctions,
		credential: ICredentialsDecrypted,
	): Promise<INodeCredentialTestResult> {
		return await testCredential(this, credential);
	},
};
