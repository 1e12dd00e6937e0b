import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { nodeError, refuseToHideFromAgent } from '../../../../nodes/SmsGateway/output/errors';
import { NOTHING_SENT } from '../../../../nodes/SmsGateway/words/errors';
import { causesOf, endsOf } from '../../../support/error-data';
import { defaultCredentials } from '../../../support/credentials';
import { createEngine } from '../../../support/engine';
import { gateway } from '../../../support/gateway';
import { accepted, bulkSend, people, phones, preview, refusal, send } from '../run';

// What stands in which part of an error. What it says is in words/catalogue.txt.

const LINK = '<a href=//evil.example>Sign in</a> & <img src=x>';

const contextOf = (type: string, onError?: INode['onError'], settings: object = {}) =>
	({
		getNode: () => ({ name: 'SMS Gateway', type, onError, parameters: {} }),
		getMode: () => 'trigger',
		getWorkflowSettings: () => settings,
	}) as unknown as IExecuteFunctions;

it('shows HTML that came from outside as text', () => {
	const { description } = nodeError(contextOf('smsGateway'), 'No.', LINK, { causes: [] });
	expect(description).toBe('&lt;a href=//evil.example>Sign in&lt;/a> &amp; &lt;img src=x>');
});

it.each([
	['to an AI agent', contextOf('smsGatewayTool')],
	[
		'on Engine 2.0, which keeps nothing else',
		contextOf('smsGateway', undefined, { engineType: 'v2' }),
	],
])('says all in the message %s', (_, ctx) => {
	expect(nodeError(ctx, 'No.', 'Because.', { causes: [] }).message).toBe('No. Because.');
});

describe('a tool with an error output, of which n8n tells an agent nothing', () => {
	it('sends nothing', () => {
		const ctx = contextOf('smsGatewayTool', 'continueErrorOutput');
		expect(() => refuseToHideFromAgent(ctx)).toThrow();
	});

	it.each([
		['smsGatewayTool', 'continueRegularOutput'],
		['smsGatewayTool', 'stopWorkflow'],
		['smsGatewayTool', undefined],
		['smsGateway', 'continueErrorOutput'],
	] as const)('but not a %s with %s', (type, onError) => {
		expect(() => refuseToHideFromAgent(contextOf(type, onError))).not.toThrow();
	});
});

describe('an error of recipients that cannot be sent to', () => {
	it('has their values in the description, by the row that people count, and none in the message', async () => {
		gateway();
		const items = [...people(2), { phone: 'call me' }, { phone: '06 12' }];
		const { error } = await bulkSend({ items });
		for (const value of ['call me', '06 12', ...phones(2)]) {
			expect(error!.message).not.toContain(value);
		}
		expect(error!.description).toMatch(/^3rd .*"call me": .+<br>\n4th .*"06 12": /);
	});

	it('tells what is wrong with several of them once, and names ten and a count', async () => {
		gateway();
		const items = Array.from({ length: 13 }, () => ({ phone: 'call me' }));
		const { error } = await bulkSend({ items: [...people(1), ...items] });
		expect(error!.message).toMatch(/^13 .*14 /);
		expect(error!.description).toMatch(/^2nd .*"call me"\. .*3rd, .+, 12th .*2 .*<br>/);
	});

	it('names two kinds of what is wrong, and counts the others', async () => {
		gateway();
		const message = `=${'abcdefghijkl'.replace(/./g, '{{ $json.$& }}')}`;
		const items = [...'abcdefghijkl'].map((field, index) => ({
			...people(12)[index]!,
			...Object.fromEntries([...'abcdefghijkl'].map((one) => [one, one === field ? '' : 'x'])),
		}));
		const { error } = await bulkSend({ items, parameters: { message } });
		expect(error!.description).toMatch(/^1st .+ \$json\.a .+<br>\n2nd .+ \$json\.b .+<br>\n.*10 /);
	});
});

describe('an error of a request', () => {
	const options = { batchSize: 1, concurrency: 1 };

	it('is about what tells most: the request, not what was stopped because of it', async () => {
		gateway().send([accepted, refusal('No')]);
		const { error } = await send({ items: people(3), options });
		expect(causesOf(error)).toStrictEqual(['service refusedByService refusedByService']);
		expect(error!.message).toContain('"No');
	});

	it('names five of those who ended alike, and how many more there are', async () => {
		gateway().send(({ recipients }) => (recipients[0] === phones(8)[7] ? refusal('No') : accepted));
		const { error } = await send({ items: people(8), options });
		const names = phones(5).map((phone) => `+${phone}`);
		expect(error!.description).toContain(`: ${names.join(', ')} `);
		expect(error!.description).not.toContain(phones(6)[5]);
	});

	it('says where nothing was sent', async () => {
		gateway().send({ error: 'ECONNREFUSED' });
		const { error } = await send({ items: people(2), options });
		expect(error!.description).toContain(NOTHING_SENT);
		expect(endsOf(error)).toStrictEqual(['0 notSent connectionRefused', '1 notSent stopped']);
	});

	it('has no token in it', async () => {
		gateway().send({
			status: 401,
			body: { status: 'error', message: defaultCredentials.accessToken },
		});
		const { error } = await send({ items: people(2), options });
		expect(JSON.stringify(error)).not.toContain(defaultCredentials.accessToken);
	});
});

describe('in the engine', () => {
	it('a link from a webhook or from the service becomes no link, in errors or hints', async () => {
		gateway();
		const invalid = await bulkSend({ items: [{ phone: LINK }] });
		expect(invalid.error!.description).toContain('&lt;a href=//evil');
		expect(invalid.error!.message).not.toContain('evil');

		gateway().bulk([accepted, refusal(LINK)]);
		const options = { batchSize: 1, concurrency: 1 };
		const refusedLink = await bulkSend({ items: people(2), options });
		expect(refusedLink.error!.description).not.toContain('<a');

		gateway().balance({ status: 500, body: { status: 'error', message: LINK } });
		const { hints } = await bulkSend({
			items: people(1),
			safeguards: { checkBalance: true },
			onError: 'continueRegularOutput',
		});
		expect(JSON.stringify(hints)).toContain('&lt;a href');
		expect(JSON.stringify(hints)).not.toContain('<a');
	});

	it.each([
		['Bulk Send', bulkSend],
		['Preview', preview],
	])(
		'an invalid number of a setting does not come into the event log, which outlives the execution, by %s',
		async (_, run) => {
			gateway();
			const safeguards = { allowedRecipients: '0612345' };
			const { error } = await run({ items: people(1), safeguards });
			expect(error!.message).not.toContain('0612345');
			expect(error!.description).toContain('"0612345"');
		},
	);

	it('a number that is invalid in a retry only does not come there either', async () => {
		gateway().bulk([accepted, refusal('No')]);
		const items = [{ phone: phones(1)[0] }, { phone: phones(2)[1], later: '0612345' }];
		const options = { batchSize: 1, concurrency: 1 };
		const failed = await bulkSend({ items, options });
		// The user has changed the workflow before the Retry.
		const [stopped] = failed.executionData.executionData!.nodeExecutionStack;
		stopped!.node.parameters.recipients = '={{ $json.later ?? $json.phone }}';
		const { error } = await (await createEngine()).retry(failed);
		expect(error!.message).not.toContain('0612345');
		expect(error!.description).toContain('0612345');
	});
});
