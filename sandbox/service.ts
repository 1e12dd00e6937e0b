import { countSms } from './billing';
import type { Journal, LoggedRequest } from './journal';
import { findMagic, type MagicRecipient } from './magic-recipients';

export interface Settings {
	/** Remaining SMS. */
	balance: number;
	/** Wait before each response of the API, in milliseconds. The message is accepted before it. */
	latencyMs: number;
	/** Wait before the response to the magic recipient with a late one, in milliseconds. */
	lateAnswerMs: number;
}

export interface Sms {
	sender: string;
	text: string;
	recipients: string[];
}

/** What became of a message: its acceptance, a refusal in words, or a magic recipient's behaviour. */
export type Verdict =
	| { kind: 'accepted'; sms: number }
	| { kind: 'refused'; message: string }
	| { kind: 'magic'; magic: MagicRecipient };

export type Service = ReturnType<typeof createService>;

/**
 * Decides, bills and records; knows nothing of HTTP.
 *
 * The first magic recipient of a request decides about the whole request. One that misbehaves only
 * once is spent by that, per number, until `forget`.
 */
export function createService(journal: Journal, settings: Settings, onBalance: () => void) {
	const spent = new Set<string>();

	function firstMagic(recipients: readonly string[]): MagicRecipient | undefined {
		for (const number of recipients) {
			const magic = findMagic(number);
			if (magic && !spent.has(number)) return magic;
		}
		return undefined;
	}

	function accept(request: LoggedRequest, { sender, text, recipients }: Sms): Verdict {
		const perRecipient = countSms(text);
		const sms = perRecipient * recipients.length;
		if (sms > settings.balance) {
			const message = `Insufficient balance: this costs ${sms} SMS, the balance is ${settings.balance}.`;
			return { kind: 'refused', message };
		}
		settings.balance -= sms;
		journal.accept(request, { sender, text, sms: perRecipient, recipients });
		onBalance();
		return { kind: 'accepted', sms };
	}

	return {
		handle(request: LoggedRequest, sms: Sms): Verdict {
			const magic = firstMagic(sms.recipients);
			if (!magic) return accept(request, sms);
			request.magic = magic.number;
			if (magic.accepts) {
				const verdict = accept(request, sms);
				if (verdict.kind === 'refused') return verdict;
			}
			if (magic.once) spent.add(magic.number);
			return { kind: 'magic', magic };
		},

		forget: (): void => spent.clear(),
	};
}
