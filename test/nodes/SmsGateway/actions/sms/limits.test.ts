import '../../../../support/fast-clock';
import { NOTHING_SENT } from '../../../../../nodes/SmsGateway/words/errors';
import {
	accepted,
	bulkSend,
	people,
	phones,
	preview,
	refusal,
	send,
	thrice,
	waysToSend,
} from '../../run';
import { tell } from '../../stories';

const balanceOf = (balance: number) => ({
	body: { status: 'success', module: 'sms_module', balance },
});
const checkBalance = true;
const once = { batchSize: 1, concurrency: 1 };
const onError = 'continueRegularOutput';
const retryOnFail = { retryOnFail: true, maxTries: 2 };

const lost = { error: 'ECONNRESET' };
const several = {
	items: ['Hi', 'x'.repeat(200), 'Bye'].map((text) => ({ phone: phones(1)[0]!, text })),
	parameters: { message: '={{ $json.text }}' },
	safeguards: { deduplicationKey: 'one', maxSms: 2, checkBalance },
};

describe.each(waysToSend)('%s', (route, run) => {
	const resending = { ...retryOnFail, options: { batchSize: 2, uncertain: 'resend' } };

	tell([route, run], {
		'refuses what is above Max SMS before the first request, and asks for no balance': {
			items: people(3),
			safeguards: { maxSms: 2, checkBalance },
			says: /^overMaxSms overMaxSms$/,
		},
		'counts by the larger rule: one ’ makes two SMS of 100 characters': {
			items: people(1),
			parameters: { message: `${'a'.repeat(99)}’` },
			safeguards: { maxSms: 1 },
			says: 'overMaxSms overMaxSms',
		},
		'lets exactly its number pass': {
			responds: accepted,
			items: people(3),
			safeguards: { maxSms: 3 },
			sent: phones(3),
			out: { status: ['accepted', 'accepted', 'accepted'] },
		},
		'counts nobody who would not be sent to': {
			responds: accepted,
			items: [...people(2), { phone: 'nonsense' }],
			onError,
			safeguards: { maxSms: 1, excludedRecipients: phones(1)[0] },
			sent: phones(2).slice(1),
		},
		'reads the balance once, before the first request, and sends where it suffices': {
			responds: accepted,
			balance: [balanceOf(3)],
			items: people(3),
			safeguards: { checkBalance },
			sent: phones(3),
		},
		'refuses what is above the balance': {
			balance: balanceOf(40),
			items: people(3),
			safeguards: { checkBalance },
			options: { unitsPerSms: 15.5 },
			says: /^balanceTooLow balanceTooLow$/,
			explains: NOTHING_SENT,
		},
		'takes no place under Max SMS in a turn that the balance refuses, and lets the next one send': {
			responds: accepted,
			balance: [balanceOf(1), balanceOf(2)],
			items: people(4),
			loop: { batchSize: 2 },
			safeguards: { checkBalance, maxSms: 2 },
			onError,
			sent: phones(4).slice(2),
			out: {
				reason: ['balanceTooLow', 'balanceTooLow', 'accepted', 'accepted'],
				smsCount: [0, 0, 1, 1],
			},
		},
		'counts once what is sent again with Resend: it is still one SMS that was wanted': {
			...resending,
			responds: [...thrice(lost), accepted],
			items: people(1),
			safeguards: { maxSms: 1 },
			sent: Array<string>(4).fill(phones(1)[0]!),
		},
		'counts it again for a Max SMS that was lowered meanwhile': [
			{
				...resending,
				retryOnFail: false,
				responds: lost,
				balance: balanceOf(2),
				items: people(2),
				safeguards: { maxSms: 2, checkBalance },
				sent: 'whoever',
				says: 'connectionLost',
			},
			{ retryOf: 0, saved: { safeguards: { maxSms: 1 } }, says: 'overMaxSms' },
		],
		'counts several texts under one key as the one SMS that is sent': {
			...several,
			responds: accepted,
			balance: balanceOf(2),
			sent: phones(1),
			out: { reason: ['accepted', 'alreadySent', 'alreadySent'] },
		},
		'refuses all where the longest of them would be too much': {
			...several,
			safeguards: { deduplicationKey: 'long', maxSms: 1 },
			says: 'overMaxSms overMaxSms',
		},
	});
});

const firstOfTwo = {
	...retryOnFail,
	items: people(2),
	safeguards: { checkBalance },
	options: once,
	responds: [accepted, refusal('Try later')],
};

tell(['bulk', bulkSend], {
	'asks for no balance where more keys are used than a node remembers': {
		items: people(40_002),
		safeguards: { deduplicationKey: 'k', checkBalance },
		says: 'tooManyKeys invalidParameter',
	},
	'a second attempt needs balance for what is missing only': {
		...firstOfTwo,
		balance: [balanceOf(2), balanceOf(1)],
		responds: [...firstOfTwo.responds, accepted],
		sent: [...phones(2), phones(2)[1]!],
		out: { replayed: [true, false] },
	},
	'one that the balance does not cover still tells who was accepted before': {
		...firstOfTwo,
		balance: [balanceOf(2), balanceOf(0)],
		sent: phones(2),
		says: 'balanceTooLow balanceTooLow',
		explains: /^[^+]+: \+.*\. [^+]+: \+/,
	},
});

tell(['send', send], {
	'one number that cannot be read is found before the balance is': {
		items: [...people(1), { phone: '2.29E+12' }],
		safeguards: { checkBalance },
		says: 'number invalidRecipient scientific',
		explains: '"2.29E+12"',
	},
	'asks for no balance where nobody is left': {
		items: [{ phone: 'abc' }],
		safeguards: { checkBalance },
		onError,
	},
});

tell(['send', preview], {
	'Preview counts several texts under one key as one SMS too': {
		...several,
		balance: balanceOf(2),
		out: { reason: ['', 'alreadySent', 'alreadySent'], wouldSend: [true, false, false] },
		noHint: 'several',
	},
});
