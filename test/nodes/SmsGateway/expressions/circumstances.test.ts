import type { RunResult } from '../../../engine-kit/execution';
import { gateway } from '../../../support/gateway';
import { accepted, all, bulkSend, people, phones, preview, sendAndWait, waysToSend } from '../run';
import { causesOf } from '../../../support/error-data';

describe.each([...waysToSend, ['send', sendAndWait]] as const)('%s in an evaluation', (_, run) => {
	it.each([
		undefined,
		{ deduplicationKey: 'x' },
		{ checkBalance: true },
		{ maxSms: 1 },
		{ maxSmsPerDay: 1 },
		{ sendWindow: { window: { days: ['sunday'], from: '03:00', until: '03:01' } } },
		{ excludedRecipients: phones(1)[0]! },
	])('sends nothing, asks for nothing, waits for nobody and says why: %j', async (safeguards) => {
		const service = gateway();
		const message = 'Your order is ready. '.repeat(20);
		const parameters = { message };
		const items = people(1);
		const result = await run({ items, parameters, safeguards, mode: 'evaluation' });

		expect(result.status).toBe('success');
		expect(service.requests).toStrictEqual([]);
		expect(result.items.map(({ json }) => [json.status, json.reason])).toStrictEqual([
			['skipped', 'evaluation'],
		]);
	});
});

it('previews in an evaluation what the real execution would send', async () => {
	const service = gateway();
	const safeguards = { checkBalance: true };
	const { items } = await preview({ items: people(1), safeguards, mode: 'evaluation' });
	expect(items[0]!.json).toMatchObject({ wouldSend: true });
	expect(service.requests).toStrictEqual([]);
});

it('finds in an evaluation what the real execution would find: a number that is none', async () => {
	const items = [{ phone: '123' }, ...people(1)];
	const result = await bulkSend({ items, mode: 'evaluation', onError: 'continueRegularOutput' });
	expect(all(result, 'reason')).toStrictEqual(['invalidRecipient', 'evaluation']);
});

it('needs no credential in an evaluation, and does not warn of it', async () => {
	const { items, hints } = await bulkSend({
		items: people(1),
		mode: 'evaluation',
		credentials: null,
	});
	expect(items[0]!.json.reason).toBe('evaluation');
	expect(hints.map(({ type }) => type)).not.toContain('warning');
});

it('claims no key in an evaluation, so that the real execution sends', async () => {
	const service = gateway().bulk(accepted);
	const keyed = { items: people(1), safeguards: { deduplicationKey: 'once' }, workflowId: 'eval' };
	await bulkSend({ ...keyed, mode: 'evaluation' });
	await bulkSend(keyed);

	expect(service.recipients).toStrictEqual(phones(1));
});

describe("'Execute Once'", () => {
	const aboutOnce = async (
		run: typeof bulkSend,
		items: number,
		node = { executeOnce: true },
		parameters: object = {},
	) => {
		const { hints } = await run({ items: people(items), node, parameters: { ...parameters } });
		return hints.filter(({ message }) => message.includes('Execute Once'));
	};

	it.each([...waysToSend, ['send', preview]] as const)(
		'is said to have used the first item alone: %s',
		async (route, run) => {
			const service = gateway()[route](accepted);
			const found = await aboutOnce(run, 3);

			expect(found.map(({ type }) => type)).toStrictEqual(['warning']);
			expect(service.recipients).toStrictEqual(run === preview ? [] : phones(1));
		},
	);

	const recipients = "={{ $('Start').all().map((item) => item.json.phone) }}";
	it.each([
		['the recipients of all items are read', 3, true, { recipients }],
		['there is a single item', 1, true, {}],
		['it is off', 3, false, {}],
	])('is not mentioned where %s', async (_, items, executeOnce, parameters) => {
		const service = gateway().bulk(accepted);
		expect(await aboutOnce(bulkSend, items, { executeOnce }, parameters)).toStrictEqual([]);
		expect(service.recipients).toStrictEqual(phones(items));
	});
});

type Settings = RunResult['workflow']['settings'];

describe.each([
	["n8n's Engine 2.0 does not tell it", { engineType: 'v2' } as Settings],
	['none has its name', { timezone: 'Mars/Base' }],
	['it was saved as the default', { timezone: 'DEFAULT' }],
])("without the workflow's time zone, as %s", (_, settings) => {
	const sendWindow = { window: { from: '00:00', until: '24:00' } };
	it.each([
		['Safeguards > Send Window', { sendWindow }],
		['Safeguards > Skip Repeats', { skipRepeats: 'sameDay' }],
		['Safeguards > Max SMS per Day', { maxSmsPerDay: 5 }],
		['Safeguards > Do Not Send After', { doNotSendAfter: '2126-11-21' }],
		['Safeguards > Do Not Send After', { doNotSendAfter: '={{ "2126-11-21 18:00" }}' }],
	])('sends nothing with %s', async (field, safeguards) => {
		const service = gateway();
		const { error } = await bulkSend({ items: people(1), safeguards, settings });

		expect(causesOf(error)).toStrictEqual([`needsZone invalidParameter ${field}`]);
		expect(service.requests).toStrictEqual([]);
	});

	it.each([
		{ skipRepeats: 'ever' },
		{ doNotSendAfter: '2126-11-21T18:00Z' },
		{ doNotSendAfter: '2126-11-21T18:00:00+01:00' },
		{ doNotSendAfter: '2126-11-21 18:00 Africa/Porto-Novo' },
		{ doNotSendAfter: '={{ new Date(4949413200000) }}' },
		{ doNotSendAfter: '={{ "" }}' },
	])('sends with %j, which needs none', async (safeguards) => {
		const service = gateway().bulk(accepted);
		await bulkSend({
			items: people(1),
			safeguards,
			settings,
			workflowId: JSON.stringify([settings, safeguards]),
		});

		expect(service.recipients).toStrictEqual(phones(1));
	});
});
