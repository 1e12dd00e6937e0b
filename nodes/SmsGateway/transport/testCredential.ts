import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { balanceOf } from '../domain/service/balance';
import { gatewayOf, type MakeRequest } from './gateway';

/** Milliseconds: somebody waits for it in a dialog. */
const TIMEOUT = 10_000;

/** n8n hands a test of credentials no other helper than this, which has option names of its own. */
const requestsBy =
	({ helpers }: ICredentialTestFunctions): MakeRequest =>
	async ({ method, url, headers, timeout, abortSignal }, token) => {
		const response = (await helpers.request({
			method,
			uri: url,
			headers: { ...headers, Authorization: `Bearer ${token}` },
			timeout,
			useStream: true,
			resolveWithFullResponse: true,
			simple: false,
			followRedirect: false,
		})) as Awaited<ReturnType<MakeRequest>>;
		const body = response.body as { destroy?(): void } | undefined;
		abortSignal?.addEventListener?.('abort', () => body?.destroy?.());
		return response;
	};

/** Reads the balance, and says in words what is wrong with the credential or on the way. */
export async function testCredential(
	ctx: ICredentialTestFunctions,
	{ data = {} }: Pick<ICredentialsDecrypted, 'data'>,
	timeout = TIMEOUT,
): Promise<INodeCredentialTestResult> {
	try {
		const gateway = gatewayOf(data, timeout, requestsBy(ctx));
		const balance = balanceOf(await gateway.balance(), gateway.tokenExpiredAt());
		return balance.read
			? { status: 'OK', message: 'Connection successful!' }
			: { status: 'Error', message: balance.explanation };
	} catch (error) {
		return { status: 'Error', message: (error as Error).message };
	}
}
