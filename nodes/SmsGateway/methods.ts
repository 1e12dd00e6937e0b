import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

/**
 * Of both nodes, named by their `testedBy`. A `test` in the credential, which n8n would prefer, shows
 * network failures by their code alone ("ECONNREFUSED").
 */
export const credentialTest = {
	async testCredential(
		this: ICredentialTestFunctions,
		credential: Pick<ICredentialsDecrypted, 'data'>,
	): Promise<INodeCredentialTestResult> {
		const { testCredential } = await import('./transport/testCredential');
		return await testCredential(this, credential);
	},
};
