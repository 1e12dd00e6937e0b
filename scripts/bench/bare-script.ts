/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { Agent, request } from 'node:http';
import { BATCH_SIZE, BULK_CONCURRENCY, MESSAGE, SENDER } from './subject';

const agent = new Agent({ keepAlive: true, maxSockets: BULK_CONCURRENCY });

const post = (url: string, body: string): Promise<void> =>
	new Promise((resolve, reject) => {
		const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer bench' };
		const sent = request(url, { method: 'POST', agent, headers }, (response) => {
			response.resume().once('end', resolve);
		});
		sent.once('error', reject).end(body);
	});

/** The physical limit: the same batches, as many at once, over kept connections, and nothing else. */
export async function runBareScript(
	baseUrl: string,
	items: ReadonlyArray<{ phone: string }>,
): Promise<void> {
	const recipients = items.flatMap(({ phone }) => phone.split('|'));
	let next = 0;
	const worker = async () => {
		while (next < recipients.length) {
			const batch = recipients.slice(next, (next += BATCH_SIZE));
			const body = { sender_id: SENDER, recipients: batch.join('|'), message: MESSAGE };
			await post(`${baseUrl}/sms/bulk/send`, JSON.stringify(body));
		}
	};
	await Promise.all(Array.from({ length: BULK_CONCURRENCY }, worker));
	agent.destroy();
}
