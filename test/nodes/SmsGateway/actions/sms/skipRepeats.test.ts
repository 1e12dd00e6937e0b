import { atTime, realClock } from '../../../../support/clock';
import { createEngine } from '../../../../support/engine';
import type { MemoryDeduplicator } from '../../../../engine-kit/deduplicator';
import { gateway } from '../../../../support/gateway';
import {
	accepted,
	all,
	bulkSend,
	people,
	phones,
	preview,
	refusal,
	sendAndWait,
	waysToSend,
} from '../../run';

const [ADA] = phones(1) as [string];
const onError = 'continueRegularOutput';
const safeguards = { skipRepeats: 'sameDay' };
const message = '={{ $json.text }}';
const messagesOf = ({ hints }: { hints: Array<{ message: string }> }) =>
	hints.map((hint) => hint.message).join(' ');

let store: MemoryDeduplicator;
beforeAll(async () => {
	store = (await createEngine()).deduplicator;
});
beforeEach(() => store.reset());

afterEach(realClock);

describe.each(waysToSend)('%s', (route, run) => {
	it.each(['sameDay', 'ever'])(
		'sends the same SMS once, however often it runs: %s',
		async (how) => {
			const service = gateway()[route](accepted);
			const given = { items: people(3), safeguards: { skipRepeats: how } };
			await run({ ...given, mode: 'manual' });
			const again = await run({ ...given, items: people(4) });

			expect(service.recipients).toStrictEqual(phones(4));
			expect(all(again, 'reason')).toStrictEqual([
				'alreadySent',
				'alreadySent',
				'alreadySent',
				'accepted',
			]);
			expect(all(again, 'status')[0]).toBe('skipped');
			expect(all(again, 'reason')[0]).toBe('alreadySent');
		},
	);

	it('takes another text, sender or number for another SMS', async () => {
		const service = gateway()[route](accepted);
		await run({ items: people(1), safeguards });
		await run({ items: people(1), safeguards, parameters: { message: 'Hello!' } });
		await run({ items: people(1), safeguards, parameters: { senderId: 'Other' } });
		await run({ items: people(2), safeguards });

		expect(service.recipients).toStrictEqual([ADA, ADA, ADA, phones(2)[1]]);
	});

	it('knows the text as it is sent, with its special characters replaced', async () => {
		const service = gateway()[route](accepted);
		const plain = `${'a'.repeat(80)}'`;
		await run({
			items: people(1),
			safeguards,
			parameters: { message: plain.replace("'", '’') },
			options: { replaceSpecialCharacters: 'typographic' },
		});
		await run({ items: people(1), safeguards, parameters: { message: plain } });

		expect(service.recipients).toStrictEqual([ADA]);
	});

	it('sends it again the next day of the workflow, and with Ever no more', async () => {
		const service = gateway()[route](accepted);
		for (const skipRepeats of ['sameDay', 'ever']) {
			const given = { items: people(1), safeguards: { skipRepeats } };
			// 21 November, 23:30 in New York, then 22 November, 00:30 and 23:30.
			for (const now of ['22T04:30', '22T05:30', '23T04:30']) {
				atTime(`2026-11-${now}:00Z`);
				await run(given);
			}
			expect(service.recipients).toHaveLength(skipRepeats === 'sameDay' ? 2 : 3);
		}
	});

	it('counts a retry for the day on which it sends', async () => {
		// 21 November, 23:30 in New York; the next day at 8:00 and 9:00.
		atTime('2026-11-22T04:30:00Z');
		const service = gateway()[route]([refusal('Busy'), accepted, accepted]);
		const failed = await run({ items: people(1), safeguards });
		expect(failed.status).toBe('error');

		atTime('2026-11-22T13:00:00Z');
		const retried = await (await createEngine()).retry(failed);
		expect(all(retried, 'reason')).toStrictEqual(['accepted']);
		atTime('2026-11-22T14:00:00Z');
		const later = await run({ items: people(1), safeguards });
		expect(all(later, 'reason')).toStrictEqual(['alreadySent']);
		expect(service.recipients).toStrictEqual([ADA, ADA]);
	});

	it('leaves the decision to a Deduplication Key, and holds where that is empty', async () => {
		const service = gateway()[route](accepted);
		const given = {
			items: ['A', 'B', '', ''].map((order) => ({ phone: ADA, order })),
			safeguards: { ...safeguards, deduplicationKey: '={{ $json.order || "" }}' },
		};
		const first = await run(given);
		const again = await run(given);

		expect(all(first, 'reason')).toStrictEqual(['accepted', 'accepted', 'accepted', 'duplicate']);
		expect(all(again, 'reason')).toStrictEqual([
			'alreadySent',
			'alreadySent',
			'alreadySent',
			'duplicate',
		]);
		expect(service.recipients).toStrictEqual([ADA, ADA, ADA]);
		expect(messagesOf(first)).not.toContain('empty');
	});
});

it.each([
	[{ deduplicationKey: 'A-1' }, 'vE576YKreexPtjiKYVPgO6HF5gSGshGQYmVMMmv121w'],
	[{ skipRepeats: 'ever' }, 'THij3W5lbTjx4cc8i-XOpa5hCaUN1NJAaCbXjqyoL9s'],
	[{ skipRepeats: 'sameDay' }, 'JfTGsRL1GVr5e_P5yxFpmO0jaY0rDNxS2l5NUmcul0g'],
])(
	'records what every later version looks for, so that nobody gets it again: %j',
	async (one, key) => {
		atTime('2026-11-22T04:30:00Z');
		gateway().bulk(accepted);
		store.calls.length = 0;
		await bulkSend({ items: people(1), parameters: { message: 'Hi' }, safeguards: one });

		expect(store.calls.flatMap(({ values }) => values)).toContain(`sent ${ADA} ${key}`);
	},
);

it('knows a question without its link, which is another each time', async () => {
	const service = gateway().send(accepted);
	const first = await sendAndWait({ items: people(1), safeguards });
	expect(first.status).toBe('waiting');
	const again = await sendAndWait({ items: people(1), safeguards, onError });

	expect(service.recipients).toStrictEqual([ADA]);
	expect(all(again, 'reason')).toStrictEqual(['alreadySent']);
});

it('Preview records nothing, and says that it does not know who got it before', async () => {
	gateway();
	const items = [ADA, ADA].map((phone) => ({ phone, text: 'Hi' }));
	const result = await preview({ items, safeguards, parameters: { message } });

	expect(all(result, 'reason')).toStrictEqual([null, 'duplicate']);
	expect(messagesOf(result)).toContain('Those who got it before would be skipped.');
	expect(store.size).toBe(0);
});
