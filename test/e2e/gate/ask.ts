import { fetchUnpooled, until } from '../../../host';
import { ADA, outcomesOf } from '../support/campaign';
import { answerLink, askIn, DOUBLE, openLink } from '../support/link';
import { sharedN8n } from '../support/served';

/** 1.2 seconds. n8n looks once a minute, so until then the execution waits on. */
const SHORT = { limitWaitTime: { values: { resumeAmount: 0.02, resumeUnit: 'minutes' } } };

describe('Send and Wait for Response', () => {
	const n8n = sharedN8n();

	async function ask(parameters: object = {}) {
		const { executionId, linkOf } = await askIn(n8n(), { ...DOUBLE, ...parameters });
		return { executionId, link: linkOf(ADA) };
	}
	const statusOf = async (id: string) => (await n8n().rest.execution(id)).status;

	it('a link that is opened decides nothing; the answer goes on, and later ones change nothing', async () => {
		const { executionId, link } = await ask();
		expect(await openLink(link)).toContain('May I refund 240 €?');
		expect((await fetchUnpooled(link, { method: 'HEAD' })).status).toBe(200);
		expect(await statusOf(executionId)).toBe('waiting');

		await answerLink(link, { answer: 'approve' });
		const run = await n8n().rest.waitForExecution(executionId);
		expect(outcomesOf(run)).toMatchObject([
			{ recipient: ADA, status: 'accepted', answered: true, data: { approved: true } },
		]);
		await answerLink(link, { answer: 'decline' });
		expect(outcomesOf(await n8n().rest.execution(executionId))).toStrictEqual(outcomesOf(run));
	});

	it('decides nothing with a wrong signature, nor with that of another execution', async () => {
		const [{ executionId, link }, other] = [await ask(), await ask()];
		const wrong = new URL(link);
		wrong.searchParams.set('signature', new URL(other.link).searchParams.get('signature')!);
		for (const url of [wrong.href, link.split('?')[0]!]) {
			expect((await answerLink(url, { answer: 'approve' })).status).toBe(401);
		}
		expect(await statusOf(executionId)).toBe('waiting');
	});

	it('takes no answer after its limit', async () => {
		const { executionId, link } = await ask({ options: SHORT });
		// By the page, or by n8n, which has then gone on without an answer.
		await until('the limit', async () => ((await fetchUnpooled(link)).ok ? undefined : true));
		await answerLink(link, { answer: 'approve' });
		const run = await n8n().rest.execution(executionId);
		if (run.status !== 'waiting') expect(outcomesOf(run)).toMatchObject([{ answered: false }]);
	});
});
