import { createToken, defaultCredentials } from '../../../support/credentials';
import type { GatewayCredentials } from '../../../support/credentials';
import { createEngine } from '../../../support/engine';
import { gateway } from '../../../support/gateway';
import { accepted, bulkSend, getBalance, people, phones, send, waysToSend } from '../run';

const { accessToken, baseUrl } = defaultCredentials;

const sendWith = (credentials: GatewayCredentials) => send({ items: people(1), credentials });

describe('the credential', () => {
	it('is read from n8n for the items, not for the requests', async () => {
		const service = gateway().bulk(accepted);
		const { credentials } = await createEngine();
		const before = credentials.calls.getDecrypted;
		await bulkSend({ items: [{ phone: phones(5) }], options: { batchSize: 1 } });

		expect(service.requests).toHaveLength(5);
		expect(credentials.calls.getDecrypted - before).toBe(1);
	});

	it.each<[string, Partial<GatewayCredentials>, RegExp]>([
		['plain http', { baseUrl: 'http://sms.example.com/api/v1' }, /'Allow Insecure HTTP'/],
		['another protocol', { baseUrl: 'ftp://sms.example.com' }, /https:/],
		['a user and password', { baseUrl: 'https://me:secret@sms.example.com' }, /user name/],
		['a query', { baseUrl: `${baseUrl}?key=secret` }, /Remove everything from the \?/],
		['no web address', { baseUrl: 'sms.example.com' }, /isn't a valid URL/],
		['two tokens', { accessToken: 'secret one' }, /Copy it again/],
		['an empty token', { accessToken: 'Bearer ' }, /'Access Token' is empty/],
	])('is refused with nothing sent for %s', async (_, change, message) => {
		const service = gateway();
		const { error } = await sendWith({ baseUrl, accessToken, ...change });

		expect(error!.message).toMatch(message);
		expect(error!.description).toContain('Once the credential is fixed, run it again.');
		expect(JSON.stringify(error)).not.toContain('secret');
		expect(service.requests).toEqual([]);
	});

	it.each(['http://localhost:8080/api/v1', 'http://127.0.0.1/api/v1'])(
		'may send without encryption to this machine: %s',
		async (given) => {
			const service = gateway({ baseUrl: given }).send(accepted);
			await sendWith({ baseUrl: given, accessToken });

			expect(service.requests).toHaveLength(1);
		},
	);

	it('may send without encryption elsewhere when that is allowed', async () => {
		const given = 'http://sms.example.com/api/v1';
		const service = gateway({ baseUrl: given }).send(accepted);
		await sendWith({ baseUrl: given, accessToken, allowInsecureHttp: true });

		expect(service.requests).toHaveLength(1);
	});
});

describe('the token', () => {
	const expired = createToken(-3600);
	const refused = { status: 401, body: { status: 'error', message: 'Unauthenticated' } };

	it.each(waysToSend)(
		'whose time has passed is called so when a %s gets 401',
		async (route, run) => {
			gateway()[route](refused);
			const { error } = await run({
				items: people(1),
				credentials: { baseUrl, accessToken: expired },
			});

			expect(error!.message).toMatch(
				/^Unauthenticated\. The access token expired on \d+ \w+ \d{4}, \d\d:\d\d \(America\/New_York\),/,
			);
		},
	);

	it('is not called expired when it is not', async () => {
		gateway().send(refused);
		const { error } = await send({ items: people(1) });

		expect(error!.message).not.toContain('expired');
	});

	it('is attempted anyway: the clock here may be wrong', async () => {
		gateway().send(accepted);
		const { status } = await sendWith({ baseUrl, accessToken: expired });

		expect(status).toBe('success');
	});

	it.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'is nowhere in what comes out, not even when the service repeats it: %s',
		async (onError) => {
			const echo = (status: number) => ({
				status,
				body: { status: 'error', message: `Bad token ${accessToken}`, sent: { accessToken } },
			});
			const answers = [
				echo(401),
				echo(200),
				{ status: 500, body: accessToken },
				{ error: 'ECONNRESET' },
				{ status: 302, headers: { location: `https://x.example/?token=${accessToken}` } },
			];
			for (const answer of answers) {
				gateway().send(answer).bulk(answer).balance(answer);
				for (const run of [send, bulkSend, getBalance]) {
					const options = { maxAttempts: 1 };
					const result = await run({ items: people(2), options, onError });
					expect(JSON.stringify(result)).not.toContain(accessToken);
				}
			}
			const { credentials } = await createEngine();
			expect(credentials.calls.authenticate).toBeGreaterThan(0);
		},
	);
});
