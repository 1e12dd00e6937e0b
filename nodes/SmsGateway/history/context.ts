import type { IExecuteFunctions } from 'n8n-workflow';
import type { Cause } from '../domain/cause';
import type { Entry } from '../domain/entry';
import type { Outcome } from '../domain/outcome';
import { keysIn, whyKeysRefused, withinMemory } from '../domain/plan/limits';
import { withoutRows, type Plan, type Row } from '../domain/plan/plan';
import { inRetry } from '../domain/plan/sameSms';
import { phoneOf } from '../domain/recipient/samePhone';
import type { Uncertain } from '../domain/service/retryPolicy';
import { retriedExecution, runExecutionDataOf, runIndexOf } from '../n8n/execution';
import { isTool, runsInsideAgent } from '../n8n/place';
import { emptyLedgerData, openLedger, sentIn, smsIn, type Ledger, type LedgerData } from './ledger';
import { canKeepKeys } from '../keys/n8nStore';

type KeptTurn = LedgerData & {
	/** The execution, or Retry, in which it ran first. */
	began?: string;
	/** SMS with a key that it was asked to send. */
	keyed?: number;
	/** SMS that it may send at most, while it is at work under 'Max SMS'. */
	reserved?: number;
};

/** What n8n saves of the node with the execution, and hands to its retries. */
type KeptNode = {
	/** What all Retries have in common: the execution in which it ran first; where that was a Retry, what tells which is retried. */
	origin: string;
	turns: Record<string, KeptTurn>;
};

/** Whether any run of the node in this execution has sent, or may have: a new execution would send that again. */
export function hasSentBefore(ctx: IExecuteFunctions): boolean {
	const kept = ctx.getContext?.('node').smsGateway as KeptNode | undefined;
	return Object.values(kept?.turns ?? {}).some((turn) => smsIn(turn) > 0);
}

/** What another turn knows an SMS by, all of it hashed: the same phone, key and text. */
const knownBy = ({ phone, key, text }: { phone: string; key: string; text?: string }): string =>
	`${phone} ${key} ${text}`;

/** What the node has sent in this execution: in this turn, and in its others. */
export class History {
	readonly ledger: Ledger;
	/** Whether n8n keeps what is written here, for a retry to find: without that nothing may be sent. */
	readonly isKept: boolean;
	private readonly kept: KeptNode;
	private readonly name: string;
	private readonly turn: KeptTurn;
	private readonly hasRetryKeys: boolean;
	private unknown?: ReadonlyMap<string, Outcome>;

	constructor(ctx: IExecuteFunctions) {
		const now = ctx.getExecutionId();
		this.kept = (ctx.getContext('node').smsGateway ??= {
			origin: retriedExecution(ctx) ?? now,
			turns: {},
		}) as KeptNode;
		const { origin, turns } = this.kept;
		const saved = runExecutionDataOf(ctx)?.executionData?.contextData;
		const contexts = [ctx.getContext('node'), saved?.[`node:${ctx.getNode().name}`]];
		this.isKept = contexts.every((one) => one?.smsGateway === this.kept);
		// An agent may ask a tool for something else in each retry.
		const isRetry = ctx.getMode() === 'retry' && !isTool(ctx.getNode()) && origin !== now;
		this.hasRetryKeys = isRetry && canKeepKeys(ctx);
		// An agent that runs its tools itself gives several calls one run index, but no call may take over what
		// another has sent: each is a turn of its own, which no retry goes on with.
		const calls = Object.keys(turns).length;
		this.name = runsInsideAgent(ctx) ? `call ${calls}` : String(runIndexOf(ctx));
		this.turn = turns[this.name] ??= { ...emptyLedgerData(), began: now };
		this.ledger = openLedger(this.turn, origin);
	}

	private others(): KeptTurn[] {
		return Object.values(this.kept.turns).filter((other) => other !== this.turn);
	}

	private byOthers(only?: Outcome['status']) {
		return this.others().flatMap((other) => [...sentIn(other, only)]);
	}

	/** The outcome that the same SMS (phone, text, key) has in another turn, where that is unknown. */
	private unknownElsewhere(entry: Entry): Outcome | undefined {
		const { hashOf } = this.ledger;
		this.unknown ??= new Map(this.byOthers('unknown').map((one) => [knownBy(one), one.outcome]));
		if (this.unknown.size === 0) return undefined;
		const phone = hashOf.phone(entry.phone);
		return this.unknown.get(knownBy({ phone, key: hashOf.key(entry), text: hashOf.text(entry) }));
	}

	/** Also notes in the rows what became of them, or may have. */
	withoutSent(plan: Plan, uncertain: Uncertain): Plan {
		return withoutKnown(plan, this.ledger, uncertain, (entry) => this.unknownElsewhere(entry));
	}

	/** Its text, and how many before it send the same one to the phone, under other keys. */
	private nthOfText({ entry, outcome }: Row, counts: Map<string, number>): string {
		const text = this.ledger.hashOf.text(entry);
		const id = `${entry.phone} ${text}`;
		const nth = counts.get(id) ?? 0;
		if (outcome?.reason !== 'duplicate') counts.set(id, nth + 1);
		return `${text} ${nth}`;
	}

	/**
	 * In a Retry gives each row its retry keys (in a new `row.entry`), and an outcome to those for which the
	 * memory has no room. `tooMany`: so many keys that none is sent.
	 */
	withKeys(given: Plan): { plan: Plan; tooMany?: Cause } {
		const { kept, turn } = this;
		const before = this.others().reduce((sum, { keyed = 0 }) => sum + keyed, 0);
		if (this.hasRetryKeys) {
			const isNew = turn.began !== kept.origin;
			const counts = new Map<string, number>();
			for (const row of given.rows) {
				const text = isNew ? this.nthOfText(row, counts) : undefined;
				row.entry = inRetry(row.entry, kept.origin, this.name, text);
			}
		}
		const plan = this.hasRetryKeys ? withinMemory(given, before) : given;
		const count = keysIn(plan);
		const tooMany = whyKeysRefused(count, before);
		// A later run of the turn sends less, but the keys of an earlier one still take their room.
		if (!tooMany && count > (turn.keyed ?? 0)) turn.keyed = count;
		return { plan, tooMany };
	}

	/** SMS that were sent or may have been, and those that calls at the same time are about to send. */
	sms(): number {
		const others = this.others().map((other) => Math.max(other.reserved ?? 0, smsIn(other)));
		return others.reduce((sum, sms) => sum + sms, smsIn(this.turn));
	}

	/** Whether another turn has sent this recipient anything, or may have. */
	hasSentTo(recipient: string): boolean {
		const phone = this.ledger.hashOf.phone(phoneOf(recipient));
		return this.byOthers().some((one) => one.phone === phone);
	}

	/** Lets no other turn send these SMS too, until this one is done. */
	holdBack(sms: number): void {
		this.turn.reserved = smsIn(this.turn) + sms;
	}

	done(): void {
		delete this.turn.reserved;
	}
}

/**
 * The plan without what was sent before: those outcomes are handed out again, whatever keeps the entries
 * from being sent now. Of what other turns have sent, only where the outcome is unknown.
 */
export function withoutKnown(
	plan: Plan,
	ledger: Pick<Ledger, 'find' | 'findEqual'>,
	uncertain: Uncertain,
	unknownElsewhere: (entry: Entry) => Outcome | undefined,
): Plan {
	const found = new Set<string>();
	const resent = new Set<string>();
	for (const row of plan.rows) {
		const { entry, outcome } = row;
		const byEqual = ledger.findEqual(entry);
		const earlier =
			ledger.find(entry) ??
			byEqual ??
			(outcome?.status === 'skipped' ? undefined : unknownElsewhere(entry));
		if (earlier === undefined) continue;
		// A number that stands twice in an item is one entry of the ledger: the first.
		const id = `${entry.item} ${entry.phone}`;
		if (outcome && found.has(id)) continue;
		// It ends as the SMS does that stands for it, and is sent again.
		if (earlier.status === 'unknown' && resent.has(id)) continue;
		found.add(id);
		const mayResend = uncertain === 'resend' && byEqual?.reason !== 'duplicate';
		const isResent = !outcome && earlier.status === 'unknown' && mayResend;
		if (!isResent) row.outcome = earlier;
		else {
			row.doubt = earlier;
			for (const item of entry.equals ?? []) resent.add(`${item} ${entry.phone}`);
		}
	}
	return withoutRows(plan, ({ outcome }) => outcome !== undefined);
}
