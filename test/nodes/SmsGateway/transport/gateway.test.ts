import { defaultCredentials } from '../../../support/credentials';
import { gateway } from '../../../support/gateway';
import { bulkSend, getBalance, people, send } from '../run';

const { accessToken } = defaultCredentials;
const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
const body = { status: 'error', message: `Bad token ${accessToken}`, sent: { accessToken } };

it.each([
	{ status: 401, body },
	{ body },
	{ status: 500, body: accessToken },
	{ status: 302, headers: { location: `https://x.example/?token=${accessToken}` } },
])('the token is nowhere in what comes out, though the service repeats it: %#', async (answer) => {
	for (const onError of ON_ERROR) {
		for (const run of [send, bulkSend, getBalance]) {
			const service = gateway().send(answer).bulk(answer).balance(answer);
			const result = await run({ items: people(2), onError });
			expect(service.requests[0]!.headers.authorization).toContain(accessToken);
			expect(JSON.stringify(result)).not.toContain(accessToken);
		}
	}
});
