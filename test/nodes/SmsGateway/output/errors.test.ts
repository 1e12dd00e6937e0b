import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { nodeError, refuseToHideFromAgent } from '../../../../nodes/SmsGateway/output/errors';
import { OTHERS } from '../../../../nodes/SmsGateway/words/errors';
import { createEngine } from '../../../support/engine';
import { gateway } from '../../../support/gateway';
import { accepted, bulkSend, people, phones, preview, refusal, send } from '../run';

// What stands in which part of an error. What it says is in words/catalogue.txt.

const options = { batchSize: 1, concurrency: 1 };

const contextOf = (type: string, onError?: INode['onError'], settings: object = {}) =>
	({
		getNode: () => ({ name: 'SMS Gateway', type, onError, parameters: {} }),
		getMode: () => 'trigger',
		getWorkflowSettings: () => settings,
	}) as unknown as IExecuteFunctions;

it('says all in the message on Engine 2.0, which keeps nothing else', () => {
	const ctx = contextOf('smsGateway', undefined, { engineType: 'v2' });
	expect(nodeError(ctx, 'No.', 'Because.', { causes: [] }).message).toBe('No. Because.');
});

it.each([
	['smsGatewayTool', 'continueErrorOutput', true],
	['smsGatewayTool', 'continueRegularOutput', false],
	['smsGatewayTool', undefined, false],
	['smsGateway', 'continueErrorOutput', false],
] as const)('is hidden from an agent by n8n, so nothing is sent: a %s with %s: %s', (...row) => {
	const [type, onError, isHidden] = row;
	const refuse = () => refuseToHideFromAgent(contextOf(type, onError));
	if (isHidden) expect(refuse).toThrow();
	else expect(refuse).not.toThrow();
});

describe('an error of recipients that cannot be sent to', () => {
	it('has their values in the description, by the row that people count, and none in the message', async () => {
		gateway();
		const items = [...people(2), { phone: 'call me' }, { phone: '06 12' }];
		const { error } = await bulkSend({ items });
		for (const value of ['call me', '06 12', ...phones(2)]) {
			expect(error!.message).not.toContain(value);
		}
		expect(error!.description).toMatch(/"call me".*Preview/);
	});

	it('tells what is wrong with several of them once, and names five and a count', async () => {
		gateway();
		const items = Array.from({ length: 13 }, () => ({ phone: 'call me' }));
		const { error } = await bulkSend({ items: [...people(1), ...items] });
		expect(error!.message).toMatch(/^13 .*14 /);
		expect(error!.description).toMatch(/"call me".*: 2nd, .+, 6th .* 8 /);
		expect(error!.description).toContain(OTHERS);
		const all = await bulkSend({ items });
		expect(all.error!.message).toMatch(/^All 13 /);
		expect(all.error!.description).not.toContain('2nd');
		expect(all.error!.description).not.toContain(OTHERS);
	});
});

it.each([
	['one is refused, as when the credit ends with it', [accepted, refusal('No')], true],
	['all are refused, as without credit', [refusal('No'), refusal('No')], true],
	['several are, as when the credit ends', [accepted, refusal('No'), refusal('No')], true],
] as const)('advises a Retry where it can help: %s', async (_, responses, isAdvised) => {
	gateway().send([...responses]);
	const { error } = await send({ items: people(responses.length), options: { concurrency: 3 } });
	expect(/'(?:Executions > )?Retry/.test(error!.description!)).toBe(isAdvised);
});

it.each([0, 1, 2, 3])(
	'warns of executing again unless each that got it has a key: %i have',
	async (keys) => {
		gateway().send([accepted, accepted, refusal('No')]);
		const { error } = await send({
			items: people(3).map((one, index) => ({ ...one, order: index < keys ? `${keys}` : '' })),
			safeguards: { deduplicationKey: "={{ $json.order || '' }}" },
			options,
		});
		expect(error!.description!.includes('would send twice')).toBe(keys < 2);
	},
);

it.each([
	['the third turn of a loop', { loop: { batchSize: 1 } }, 'an earlier one may have'],
	['the only run', {}, 'This node sent nothing'],
])('says what was sent before %s that sends nothing', async (_, loop, says) => {
	const service = gateway().bulk(accepted);
	const { error } = await bulkSend({ items: [...people(2), { phone: '06 12' }], ...loop });
	expect(service.requests).toHaveLength('loop' in loop ? 2 : 0);
	expect(error!.description).toContain(says);
	expect(error!.description!.includes('might send twice')).toBe('loop' in loop);
});

it('names five of those who ended alike, and how many more there are', async () => {
	gateway().send(({ recipients }) => (recipients[0] === phones(8)[7] ? refusal('No') : accepted));
	const { error } = await send({ items: people(8), options });
	expect(error!.message).toMatch(/^8th item: /);
	expect(error!.description).toContain('execute only this row: all rows would send twice.');
	expect(error!.description).toContain(`: +${phones(5).join(', +')} `);
	expect(error!.description).not.toContain(phones(6)[5]);
});

it('thinks of the turns of a loop that are still to come', async () => {
	gateway().send(({ recipients }) => (recipients[0] === phones(4)[3] ? refusal('No') : accepted));
	const { error } = await send({ items: people(6), options, loop: { batchSize: 2 } });
	expect(error!.description).toContain('If only this number is refused, first choose');
});

it('shows a link from a webhook or from the service as text, also in hints', async () => {
	const LINK = '<a href=//evil.example>Sign in</a> & <img src=x>';
	gateway();
	const invalid = await bulkSend({ items: [{ phone: LINK }] });
	expect(invalid.error!.description).toContain('&lt;a href=//evil');
	expect(invalid.error!.message).not.toContain('evil');

	gateway().bulk([accepted, refusal(LINK)]);
	const refusedLink = await bulkSend({ items: people(2), options });
	expect(refusedLink.error!.description).not.toContain('<a');

	gateway().balance({ status: 500, body: { status: 'error', message: LINK } });
	const safeguards = { checkBalance: true };
	const onError = 'continueRegularOutput';
	const { hints } = await bulkSend({ items: people(1), safeguards, onError });
	expect(JSON.stringify(hints)).toContain('&lt;a href');
	expect(JSON.stringify(hints)).not.toContain('<a');
});

describe('an invalid number does not come into the event log, which outlives the execution', () => {
	it.each([
		['Bulk Send', bulkSend],
		['Preview', preview],
	])('of a setting, by %s', async (_, run) => {
		gateway();
		const safeguards = { allowedRecipients: '0612345' };
		const { error } = await run({ items: people(1), safeguards });
		expect(error!.message).not.toContain('0612345');
		expect(error!.description).toContain('"0612345"');
	});

	it('in a retry, whose error is about what failed now', async () => {
		gateway().send({ status: 500 });
		const failed = await send({ items: people(2), options });
		gateway().send(refusal('No credit'));
		const { error } = await (await createEngine()).retry(failed);
		expect(error!.message).toContain('No credit');
	});

	it('in a retry only', async () => {
		gateway().bulk([accepted, refusal('No')]);
		const items = [{ phone: phones(1)[0] }, { phone: phones(2)[1], later: '0612345' }];
		const failed = await bulkSend({ items, options });
		// The user has changed the workflow before the Retry.
		const [stopped] = failed.executionData.executionData!.nodeExecutionStack;
		stopped!.node.parameters.recipients = '={{ $json.later ?? $json.phone }}';
		const { error } = await (await createEngine()).retry(failed);
		expect(error!.message).not.toContain('0612345');
		expect(error!.description).toContain('0612345');
	});
});
