import { createEngine } from '../../../../support/engine';
import { gateway } from '../../../../support/gateway';
import { accepted, all, bulkSend, people, phones, refusal, send } from '../../run';

const balanceOf = (balance: number) => ({ body: { status: 'success', balance } });
const onError = 'continueRegularOutput' as const;
const once = { batchSize: 1, concurrency: 1 };

describe('a refusal of all', () => {
	const TOO_MANY =
		"Not sent: this would need 2 SMS, and 'Safeguards > Max SMS per Execution' allows 1 (1 too many). Send to fewer recipients, shorten the message, or raise the limit.";
	const TOO_LOW =
		'Not sent: this would need 2 SMS (2 of your balance), and the balance is 1: 1 more needed. Top up, or send to fewer recipients.';
	const COUNTED = 'Recipients who got it before are counted too.';

	it.each<[string, object, string]>([
		['Max SMS', { maxSms: 1 }, TOO_MANY],
		['the balance', { checkBalance: true }, TOO_LOW],
	])('by %s speaks of earlier SMS only where a key tells which', async (what, safeguards, why) => {
		const explained = async (deduplicationKey?: string) => {
			const service = gateway().balance(balanceOf(1));
			const key = deduplicationKey === undefined ? {} : { deduplicationKey };
			const result = await send({
				items: people(2),
				safeguards: { ...safeguards, ...key },
				workflowId: `refused by ${what}`,
				onError,
			});
			expect(service.of('send')).toStrictEqual([]);
			return all(result, 'explanation');
		};

		expect(await explained()).toStrictEqual([why, why]);
		const withKeys = [`${why} ${COUNTED}`, `${why} ${COUNTED}`];
		expect(await explained('spring')).toStrictEqual(withKeys);
		expect(await explained("={{ $itemIndex ? 'spring' : '' }}")).toStrictEqual(withKeys);
	});

	it('asks for no balance where nobody is left', async () => {
		const service = gateway().balance(balanceOf(9));
		await send({ items: [{ phone: 'abc' }], safeguards: { checkBalance: true }, onError });

		expect(service.requests).toStrictEqual([]);
	});
});

describe('the summary', () => {
	it('is one item for all, that counts requests and recipients', async () => {
		gateway().bulk(accepted);
		const { items } = await bulkSend({
			items: people(3),
			options: { ...once, output: 'summary' },
		});

		expect(items).toHaveLength(1);
		expect(items[0]!.json).toMatchObject({ requests: 3 });
		expect(items[0]!.pairedItem).toStrictEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	});

	it('of a refusal has no requests', async () => {
		gateway();
		const { items } = await bulkSend({
			items: people(3),
			safeguards: { maxSms: 1 },
			options: { output: 'summary' },
			onError,
		});

		expect(items[0]!.json).toMatchObject({ requests: 0 });
	});
});

describe('a retry with a number that cannot be read any more', () => {
	it('says who was sent to before, and that the others wait for it', async () => {
		const service = gateway().bulk([accepted, refusal('Busy')]);
		const parameters = { recipients: '={{ $json.phone }}' };
		const failed = await bulkSend({ items: people(3), parameters, options: once });
		expect(failed.status).toBe('error');
		const [stopped] = failed.executionData.executionData!.nodeExecutionStack;
		stopped!.node.parameters.recipients = "={{ $itemIndex === 2 ? 'abc' : $json.phone }}";

		const { error } = await (await createEngine()).retry(failed);
		expect(error!.description).toContain('"abc": It contains letters.');
		expect(error!.description).toContain('1 accepted');
		expect(error!.description).toContain(phones(1)[0]);
		expect(service.of('bulk')).toHaveLength(2);
	});
});

it('gives a request as many seconds as Timeout says', async () => {
	const service = gateway().send(accepted);
	const result = await send({ items: people(1), options: { timeout: 5 } });
	expect(all(result, 'status')).toStrictEqual(['accepted']);

	gateway().send({ hang: true });
	const late = await send({ items: people(1), options: { ...once, timeout: 0.05 }, onError });
	expect(all(late, 'status')).toStrictEqual(['unknown']);
	expect(service.requests).toHaveLength(1);
});
