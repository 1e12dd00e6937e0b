import {
	sleep,
	type ICredentialsDecrypted,
	type ICredentialTestFunctions,
	type IExecuteFunctions,
	type INodeCredentialTestResult,
	type IPollFunctions,
} from 'n8n-workflow';
import { type Clock, systemClock } from '../clock';
import { type Balance, balanceOf } from '../domain/service/balance';
import { problemOf } from '../domain/entry';
import {
	askedToWait,
	backoff,
	MAX_ATTEMPTS,
	MAX_WAIT,
	mayReadAgain,
} from '../domain/service/retryPolicy';
import { explain, sentenceOfError } from '../words/causes';
import { connect, gatewayOf, type Gateway, type MakeRequest } from './gateway';
import type { Response } from './readResponse';

/**
 * The balance as it is now, from a gateway that is connected. Reading is idempotent, so it is attempted
 * again after any failure that may pass, up to `maxAttempts` in all.
 */
export async function readBalance(
	gateway: Pick<Gateway, 'balance'>,
	maxAttempts: number,
	clock: Clock,
	signal?: AbortSignal,
): Promise<Balance> {
	for (let attempt = 1; ; attempt++) {
		const result = await gateway.balance();
		const wait = askedToWait(result, clock.now()) ?? backoff(attempt, clock.random());
		const mayPass = mayReadAgain(result) && attempt < maxAttempts && wait <= MAX_WAIT;
		if (mayPass) await clock.wait(wait, signal);
		if (!mayPass || signal?.aborted) return balanceOf(result);
	}
}

/**
 * The same, from the node's credential. Where that or the setting cannot be used, it could not be read, too.
 *
 * @param timeoutOf seconds per request
 */
export async function readLiveBalance(
	ctx: IExecuteFunctions | IPollFunctions,
	timeoutOf: () => number,
): Promise<Balance> {
	try {
		const gateway = await connect(ctx, timeoutOf() * 1000);
		const signal = 'getExecutionCancelSignal' in ctx ? ctx.getExecutionCancelSignal?.() : undefined;
		return await readBalance(gateway, MAX_ATTEMPTS, systemClock(sleep), signal);
	} catch (error) {
		return { read: false, causes: problemOf(error).causes };
	}
}

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
