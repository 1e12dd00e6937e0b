import { aCollection, aField, choices } from '../settings/field';
import type { BalanceEvent } from './rule';

/** A field that is not shown is read as its default. */
const shownFor = (event: BalanceEvent) => ({ show: { event: [event] } });

const EVENT_SUBTITLES: Readonly<Record<BalanceEvent, string>> = {
	balanceBelow:
		'"Balance below " + String($rawParameter["threshold"]).replace(/^=|[{}]+/g, "").trim()',
	balanceChanges: '"Balance changes"',
};
const cases = Object.entries(EVENT_SUBTITLES).map(([event, code]) => `${event}: ${code}`);
export const SUBTITLE = `={{ ({ ${cases.join(', ')} })[$parameter["event"]] }}`;

export const RULE_OPTIONS = {
	reminderHours: aField('Reminder Every (Hours)', 'reminderHours', 0, {
		typeOptions: { minValue: 0 },
		description:
			'Start the workflow again each time the balance has stayed low for this many hours. 0 means no reminder.',
	}),
	fireOnActivation: aField('Start if Already Low', 'fireOnActivation', true, {
		description:
			'Whether to start the workflow if the balance is already low at the first check. Off: only after it has recovered and fallen again.',
	}),
};

export const RULE_FIELDS = {
	event: aField('Trigger On', 'event', 'balanceBelow', {
		noDataExpression: true,
		options: choices(
			['Balance Changes', 'balanceChanges', 'The balance has gone up or down'],
			[
				'Balance Falls Below',
				'balanceBelow',
				'The balance has fallen below a threshold; once, and again only after it has recovered',
			],
		),
		description: 'When to start the workflow',
	}),
	threshold: aField('Threshold', 'threshold', 100, {
		required: true,
		placeholder: 'e.g. 100',
		displayOptions: shownFor('balanceBelow'),
		description: 'Start the workflow when the balance is below this, in the unit of your balance',
	}),
	minimumChange: aField('Minimum Change', 'minimumChange', 0, {
		typeOptions: { minValue: 0 },
		placeholder: 'e.g. 10',
		displayOptions: shownFor('balanceChanges'),
		description:
			'Start the workflow once changes add up to at least this much. 0 means any change.',
	}),
	options: aCollection('Options', 'options', {
		placeholder: 'Add option',
		displayOptions: shownFor('balanceBelow'),
		options: Object.values(RULE_OPTIONS),
	}),
};

export type RuleField = (typeof RULE_FIELDS)['event'];
