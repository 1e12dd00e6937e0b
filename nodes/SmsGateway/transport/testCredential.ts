import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { balanceOf } from '../domain/service/balance';
import { explain, sentenceOfError } from '../words/causes';
import { gatewayOf, type MakeRequest } from './gateway';
import type { Response } from './readResponse';

/** Milliseconds: somebody waits for it in a dialog. */
const TEST_TIMEOUT = 10_000;

/** n8n hands a test of credentials no other helper than this, which has option names of its own. */
const requestsBy =
	({ helpers }: ICredentialTestFunctions): MakeRequest =>
	async ({ method, url, headers, timeout }, token) =>
		(await helpers.request({
			method,
			uri: url,
			headers: { ...headers, Authorization: `Bearer ${token}` },
			timeout,
			useStream: true,
			resolveWithFullResponse: true,
			simple: false,
			followRedirect: false,
		})) as Response;

/**
 * For the `methods` of both nodes, named by their `testedBy`. A `test` in the credential, which n8n
 * would prefer, shows network failures by their code alone ("ECONNREFUSED").
 */
export const credentialTest = {
	/** Reads the balance once, and says in words what is wrong with the credential or on the way. */
	async testCredential(
		this: ICredentialTestFunctions,
		{ data = {} }: Pick<ICredentialsDecrypted, 'data'>,
	): Promise<INodeCredentialTestResult> {
		try {
			const gateway = gatewayOf(data, TEST_TIMEOUT, requestsBy(this));
			const balance = balanceOf(await gateway.balance());
			return balance.read
				? { status: 'OK', message: 'Connection successful!' }
				: { status: 'Error', message: explain(balance.causes) };
		} catch (error) {
			return { status: 'Error', message: sentenceOfError(error) };
		}
	},
};
