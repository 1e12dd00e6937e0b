import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { balanceOf } from '../domain/service/balance';
import { explain, sentenceOfError } from '../words/causes';
import { gatewayOf, type MakeRequest } from './gateway';
import type { Response } from './readResponse';

/** Milliseconds: it is waited for in a dialog. */
const TEST_TIMEOUT = 10_000;

export async function testCredential(
	ctx: ICredentialTestFunctions,
	{ data = {} }: Pick<ICredentialsDecrypted, 'data'>,
): Promise<INodeCredentialTestResult> {
	// n8n hands a test of credentials no other helper than this, which has option names of its own.
	const makeRequest: MakeRequest = async ({ method, url, headers, timeout }, token) =>
		(await ctx.helpers.request({
			method,
			uri: url,
			headers: { ...headers, Authorization: `Bearer ${token}` },
			timeout,
			useStream: true,
			resolveWithFullResponse: true,
			simple: false,
			followRedirect: false,
		})) as Response;
	try {
		const gateway = gatewayOf(data, TEST_TIMEOUT, makeRequest);
		const balance = balanceOf(await gateway.balance());
		return balance.read
			? { status: 'OK', message: 'Connection successful!' }
			: { status: 'Error', message: explain(balance.causes) };
	} catch (error) {
		return { status: 'Error', message: sentenceOfError(error) };
	}
}
