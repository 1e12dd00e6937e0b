import { fetchUnpooled, until } from '../../../host';
import { ADA, campaign } from './campaign';
import type { ServedN8n } from './served';

export const linkIn = (text: string): string => text.split('\n').at(-1)!;

export const DOUBLE = { approvalOptions: { values: { approvalType: 'double' } } };

/** Asks in a new execution; resolves once it waits, to the link that each phone got in its one SMS. */
export async function askIn({ sandbox, rest, launch }: ServedN8n, parameters: object, to = [ADA]) {
	const before = sandbox.messageCount();
	const question = { operation: 'sendAndWait', message: 'May I refund 240 €?', options: {} };
	const recipient = to.join('|');
	const { executionId } = await launch(campaign([''], { ...question, ...parameters, recipient }));
	await until('the execution to wait', async () =>
		(await rest.execution(executionId)).status === 'waiting' ? true : undefined,
	);
	const sent = sandbox.messages().slice(before);
	expect(sent.map((one) => `+${one.recipient}`).sort()).toStrictEqual([...to].sort());
	const links = new Map(sent.map(({ recipient, text }) => [`+${recipient}`, linkIn(text)]));
	return { executionId, linkOf: (phone: string) => links.get(phone)! };
}

/** The page behind the link. n8n answers with an error until it has saved that the execution waits. */
export async function openLink(link: string): Promise<string> {
	return await until(`the question behind ${link}`, async () => {
		const page = await (await fetchUnpooled(link)).text();
		return page.includes('<form') ? page : undefined;
	});
}

export const answerLink = async (link: string, form: Record<string, string>): Promise<Response> =>
	await fetchUnpooled(link, { method: 'POST', body: new URLSearchParams(form) });
