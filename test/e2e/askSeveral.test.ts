import { fetchUnpooled } from '../../host';
import { ADA, BEN, outcomesOf } from './support/campaign';
import { answerLink, askIn, DOUBLE, openLink } from './support/link';
import { sharedN8n } from './support/served';

const CLEO = '+46701740612';
const THREE = [ADA, BEN, CLEO];

describe('Send and Wait asks several, with a plain client as their phones', () => {
	const n8n = sharedN8n();
	const statusOf = async (id: string) => (await n8n().rest.execution(id)).status;

	const ask = async (recipients: string[]) => await askIn(n8n(), DOUBLE, recipients);
	const answered = async (id: string) => {
		const [json, ...more] = outcomesOf(await n8n().rest.waitForExecution(id));
		expect(more).toStrictEqual([]);
		return json;
	};

	it('decides nothing by a link that is forged, exchanged or of another execution', async () => {
		const [{ executionId, linkOf }, other] = [await ask(THREE), await ask([ADA, BEN])];
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
		await answerLink(linkOf(BEN), { answer: 'decline' });
		const end = await answered(executionId);
		expect(end).toMatchObject({ answeredBy: BEN, data: { approved: false } });
		for (const phone of THREE) {
			expect(await (await fetchUnpooled(linkOf(phone))).text()).toContain('No action required');
			const late = await answerLink(linkOf(phone), { answer: 'approve' });
			expect(await late.text()).toContain('No action required');
		}
		expect(await answered(executionId)).toStrictEqual(end);
		expect(await statusOf(other.executionId)).toBe('waiting');
		await answerLink(other.linkOf(BEN), { answer: 'approve' });
		expect(await answered(other.executionId)).toMatchObject({ answeredBy: BEN });
	});

	it('takes one of three answers that come at once, and tells nobody else that theirs was taken', async () => {
		for (let round = 0; round < 5; round++) {
			const { executionId, linkOf } = await ask(THREE);
			const pages = await Promise.all(
				THREE.map(
					async (phone) => await (await answerLink(linkOf(phone), { answer: 'approve' })).text(),
				),
			);
			const { answeredBy } = (await answered(executionId))!;
			for (const [at, phone] of THREE.entries()) {
				const others = /This question has been answered\.|is running already|No action required/;
				expect(pages[at]).toMatch(phone === answeredBy ? 'Thank you' : others);
			}
		}
	});

	it('is answered after n8n was killed and started again', async () => {
		const [killed, ended] = [await ask(THREE), await ask([ADA, BEN])];
		const { instance } = n8n();
		await instance.kill();
		await instance.start();
		n8n().rest = await instance.setupOwner();
		expect(await openLink(killed.linkOf(CLEO))).toContain('May I refund 240 €?');
		await answerLink(killed.linkOf(CLEO), { answer: 'approve' });
		expect(await answered(killed.executionId)).toMatchObject({ answered: true, answeredBy: CLEO });
		await answerLink(killed.linkOf(ADA), { answer: 'approve' });
		expect(await answered(killed.executionId)).toMatchObject({ answeredBy: CLEO });
		expect(await statusOf(ended.executionId)).toBe('waiting');
	});
});
