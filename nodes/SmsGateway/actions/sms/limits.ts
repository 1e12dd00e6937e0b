import { alsoSaying, type Outcome } from '../../domain/outcome';
import { estimateOf, refusalOf } from '../../domain/plan/limits';
import type { Plan } from '../../domain/plan/plan';
import type { Balance } from '../../domain/service/balance';
import { estimateSms } from '../../domain/text/segments';
import type { History } from '../../history/context';
import type { SettingValues } from '../../input/settingValues';

/**
 * Judges all that is left of a plan before its first request.
 *
 * @returns why nothing may be sent, and the balance where it was read
 */
export async function judgeByLimits(
	plan: Plan,
	history: History,
	options: SettingValues,
	balanceNow: () => Promise<Balance>,
): Promise<{ refusal?: Outcome; balance?: Balance }> {
	if (options.maxSms === Infinity && !options.checkBalance) return {};
	const sms = estimateOf(plan);
	const sent = history.sms() - smsInDoubt(plan);
	const tooMany = refusalOf(sms, options, undefined, sent);
	if (tooMany) return { refusal: aboutKeys(tooMany, plan) };
	history.reserve(sms);
	if (!options.checkBalance || sms === 0) return {};
	const balance = await balanceNow();
	const refusal = refusalOf(sms, options, balance, sent);
	if (refusal) history.done();
	return { balance, refusal: refusal && aboutTurn(aboutKeys(refusal, plan), history) };
}

/** The balance has fallen by what earlier turns have sent, so it says nothing about them. */
function aboutTurn(refusal: Outcome, { smsOfOthers }: History): Outcome {
	const sms = smsOfOthers();
	if (sms === 0 || refusal.reason !== 'balanceTooLow') return refusal;
	return alsoSaying(refusal, { name: 'otherTurns', sms });
}

/** Sent again, it is still one SMS that was wanted. */
const smsInDoubt = ({ doubts, entries }: Plan): number =>
	[...doubts.keys()].reduce((sms, index) => sms + estimateSms(entries[index]!.message), 0);

/** Which keys were used before is only known once they are claimed, and a refusal claims none. */
export function aboutKeys(refusal: Outcome, { entries }: Plan): Outcome {
	const hasKeys = entries.some(({ key }) => key !== '');
	if (!hasKeys || refusal.reason === 'balanceUnreadable') return refusal;
	return alsoSaying(refusal, { name: 'keysCounted' });
}
