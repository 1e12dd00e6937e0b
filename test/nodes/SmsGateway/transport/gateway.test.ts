import { defaultCredentials } from '../../../support/credentials';
import { createEngine } from '../../../support/engine';
import { gateway } from '../../../support/gateway';
import { bulkSend, getBalance, people, send } from '../run';

const { accessToken } = defaultCredentials;

it.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
	'the token is nowhere in what comes out, not even when the service repeats it: %s',
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
				const result = await run({ items: people(2), onError });
				expect(JSON.stringify(result)).not.toContain(accessToken);
			}
		}
		const { credentials } = await createEngine();
		expect(credentials.calls.authenticate).toBeGreaterThan(0);
	},
);
