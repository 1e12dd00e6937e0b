import { until } from '../../host';
import { ADA, BEN, campaign, outcomesOf } from './support/campaign';
import { answerLink, linkIn, openLink } from './support/link';
import { sharedN8n } from './support/served';

const CLEO = '+46701740612';
const DOUBLE = { approvalOptions: { values: { approvalType: 'double' } } };

describe('Send and Wait asks several, with a plain client as their phones', () => {
	const n8n = sharedN8n();
	const statusOf = async (id: string) => (await n8n().rest.execution(id)).status;

	/** Asks in a new execution; resolves once it waits, to the link of each. */
	async function ask(recipients: readonly string[], reached = recipients) {
		const { sandbox, rest, launch } = n8n();
		const before = sandbox.messageCount();
		const question = { operation: 'sendAndWait', message: 'Who takes the alert?', options: {} };
		const { executionId } = await launch(
			campaign([''], { ...question, ...DOUBLE, recipient: recipients.join('|') }),
		);
		await until('the execution to wait', async () =>
			(await rest.execution(executionId)).status === 'waiting' ? true : undefined,
		);
		const sent = sandbox.messages().slice(before);
		expect(sent.map(({ recipient }) => `+${recipient}`).sort()).toStrictEqual([...reached].sort());
		const links = new Map(sent.map(({ recipient, text }) => [`+${recipient}`, linkIn(text)]));
		return { executionId, linkOf: (phone: string) => links.get(phone)! };
	}
	const answered = async (id: string) => {
		const [json, ...more] = outcomesOf(await n8n().rest.waitForExecution(id));
		expect(more).toStrictEqual([]);
		return json;
	};

	it('decides nothing by a link that is forged, exchanged or of another execution', async () => {
		const [{ executionId, linkOf }, other] = [await ask([ADA, BEN]), await ask([ADA, BEN])];
		const [own, foreign] = [linkOf(ADA), linkOf(BEN)].map((link) => new URL(link));
		const linkWith = (name: string, value: string | null) => {
			const changed = new URL(own!);
			if (value === null) changed.searchParams.delete(name);
			else changed.searchParams.set(name, value);
			return changed.href;
		};
		const forged = [
			linkWith('to', foreign!.searchParams.get('to')),
			linkWith('to', null),
			linkWith('to', ''),
			linkWith('turn', '1'),
			linkWith('signature', foreign!.searchParams.get('signature')),
			linkWith('signature', new URL(other.linkOf(ADA)).searchParams.get('signature')),
			linkWith('signature', null),
			`${own!.href}&to=${foreign!.searchParams.get('to')}`,
			other.linkOf(ADA).replace(`/${other.executionId}/`, `/${executionId}/`),
		];
		for (const url of forged) {
			expect((await answerLink(url, { answer: 'approve' })).status).toBe(401);
		}
		expect(await statusOf(executionId)).toBe('waiting');
		await answerLink(linkOf(ADA), { answer: 'decline' });
		expect(await answered(executionId)).toMatchObject({ answeredBy: ADA });
		expect(await statusOf(other.executionId)).toBe('waiting');
		await answerLink(other.linkOf(BEN), { answer: 'approve' });
		expect(await answered(other.executionId)).toMatchObject({ answeredBy: BEN });
	});

	it('takes one of three answers that come at once, and tells nobody else that it was taken', async () => {
		for (let round = 0; round < 5; round++) {
			const phones = [ADA, BEN, CLEO];
			const { executionId, linkOf } = await ask(phones);
			const pages = await Promise.all(
				phones.map(
					async (phone) => await (await answerLink(linkOf(phone), { answer: 'approve' })).text(),
				),
			);
			const { answeredBy } = (await answered(executionId))!;
			expect(pages.map((page) => page.includes('Thank you'))).toStrictEqual(
				phones.map((phone) => phone === answeredBy),
			);
		}
	});

	it('is answered after n8n was killed and started again', async () => {
		const [killed, ended] = [await ask([ADA, BEN, CLEO]), await ask([ADA, BEN])];
		const { instance } = n8n();
		await instance.kill();
		await instance.start();
		n8n().rest = await instance.setupOwner();
		expect(await openLink(killed.linkOf(CLEO))).toContain('Who takes the alert?');
		await answerLink(killed.linkOf(CLEO), { answer: 'approve' });
		expect(await answered(killed.executionId)).toMatchObject({ answered: true, answeredBy: CLEO });
		await answerLink(killed.linkOf(ADA), { answer: 'approve' });
		expect(await answered(killed.executionId)).toMatchObject({ answeredBy: CLEO });
		expect(await statusOf(ended.executionId)).toBe('waiting');
	});
});
