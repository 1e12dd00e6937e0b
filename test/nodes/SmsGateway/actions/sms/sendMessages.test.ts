import { createEngine } from '../../../../support/engine';
import { gateway } from '../../../../support/gateway';
import { accepted, bulkSend, people, refusal, send } from '../../run';
import { causesOf } from '../../../../support/error-data';

const balanceOf = (balance: number) => ({ body: { status: 'success', balance } });
const onError = 'continueRegularOutput' as const;
const once = { batchSize: 1, concurrency: 1 };

describe('a refusal of all', () => {
	it.each<[string, object, string]>([
		['Max SMS', { maxSms: 1 }, 'overMaxSms'],
		['the balance', { checkBalance: true }, 'balanceTooLow'],
	])('by %s speaks of earlier SMS only where a key tells which', async (what, safeguards, why) => {
		const explained = async (deduplicationKey?: string) => {
			const service = gateway().balance(balanceOf(1));
			const key = deduplicationKey === undefined ? {} : { deduplicationKey };
			const result = await send({
				items: people(2),
				safeguards: { ...safeguards, ...key },
				workflowId: `refused by ${what}`,
			});
			expect(service.of('send')).toStrictEqual([]);
			return causesOf(result.error).map((cause) => cause.split(' ')[0]);
		};

		expect(await explained()).toStrictEqual([why]);
		const withKeys = [why, 'keysCounted'];
		expect(await explained('spring')).toStrictEqual(withKeys);
		expect(await explained("={{ $itemIndex ? 'spring' : '' }}")).toStrictEqual(withKeys);
	});

	it('asks for no balance where nobody is left', async () => {
		const service = gateway().balance(balanceOf(9));
		await send({ items: [{ phone: 'abc' }], safeguards: { checkBalance: true }, onError });

		expect(service.requests).toStrictEqual([]);
	});
});

describe('the summary', () => {});

describe('a retry with a number that cannot be read any more', () => {
	it('says who was sent to before, and that the others wait for it', async () => {
		const service = gateway().bulk([accepted, refusal('Busy')]);
		const parameters = { recipients: '={{ $json.phone }}' };
		const failed = await bulkSend({ items: people(3), parameters, options: once });
		expect(failed.status).toBe('error');
		const [stopped] = failed.executionData.executionData!.nodeExecutionStack;
		stopped!.node.parameters.recipients = "={{ $itemIndex === 2 ? 'abc' : $json.phone }}";

		const { error } = await (await createEngine()).retry(failed);
		expect(causesOf(error)).toStrictEqual(['number invalidRecipient letters']);
		expect(service.of('bulk')).toHaveLength(2);
	});
});
