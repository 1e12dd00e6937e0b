import { severalInWords } from '../../../../../nodes/SmsGateway/words/list';
import { countsInWords } from '../../../../../nodes/SmsGateway/words/summary';
import { createEngine } from '../../../../support/engine';
import { gateway } from '../../../../support/gateway';
import { accepted, all, phones, preview, refusal, send, waysToSend } from '../../run';

const [ADA, BEN] = phones(2) as [string, string];
const message = '={{ $json.text }}';
const messagesOf = ({ hints }: { hints: Array<{ message: string }> }) =>
	hints.map((hint) => hint.message).join(' ');

const textsOf = (requests: ReadonlyArray<{ body?: { message?: unknown }; recipients: string[] }>) =>
	requests.flatMap(({ body, recipients }) =>
		recipients.map((recipient) => `${recipient} ${String(body?.message)}`),
	);

describe.each(waysToSend)('%s', (route, run) => {
	it('sends the same SMS to the same number once, however it is written', async () => {
		const service = gateway()[route](accepted);
		const items = [ADA, BEN, `+${ADA}`, `00${ADA}`].map((phone) => ({ phone }));
		const result = await run({ items });

		expect(service.recipients).toStrictEqual([ADA, BEN]);
		expect(all(result, 'reason')).toStrictEqual(['accepted', 'accepted', 'duplicate', 'duplicate']);
		expect(all(result, 'status').slice(2)).toStrictEqual(['skipped', 'skipped']);
		expect(all(result, 'reason')[2]).toBe('duplicate');
		expect(messagesOf(result)).toContain(
			countsInWords(result.items.slice(2).map(() => ({ reason: 'duplicate' }))),
		);
	});

	it('sends different texts to one number, and says how many numbers get several', async () => {
		const service = gateway()[route](accepted);
		const items = [
			{ phone: ADA, text: 'Dear Ada' },
			{ phone: BEN, text: 'Dear Ben' },
			{ phone: ADA, text: 'Dear Mrs Lovelace' },
			{ phone: ADA, text: 'Dear Ada' },
		];
		const result = await run({ items, parameters: { message } });

		expect(textsOf(service.requests)).toStrictEqual([
			`${ADA} Dear Ada`,
			`${BEN} Dear Ben`,
			`${ADA} Dear Mrs Lovelace`,
		]);
		expect(messagesOf(result)).toContain(severalInWords(1));

		const foretold = await preview({ items, parameters: { message } });
		expect(messagesOf(foretold)).toContain(severalInWords(1));
		expect(all(foretold, 'wouldSend')).toStrictEqual([true, true, true, false]);
	});
});

it('a retry sends the duplicate of a refused SMS no more often than its first', async () => {
	const service = gateway().send([accepted, refusal('Busy'), accepted]);
	const items = [ADA, BEN, ADA, BEN].map((phone) => ({ phone }));
	const failed = await send({ items, options: { concurrency: 1 } });
	const result = await (await createEngine()).retry(failed);

	expect(service.recipients).toStrictEqual([ADA, BEN, BEN]);
	expect(all(result, 'reason')).toStrictEqual(['accepted', 'accepted', 'duplicate', 'duplicate']);
});
