import type { IDataObject, INode } from 'n8n-workflow';
import { createEngine } from '../../support/engine';
import type { RunOptions } from '../../support/engine';
import type { RunResult } from '../../engine-kit/execution';

export type Given = RunOptions & {
	safeguards?: INode['parameters'];
	options?: INode['parameters'];
};

/** The usual answer of the service to a send. */
export const accepted = { body: { status: 'success', message: 'Message sent' } };

/** What all attempts at a request meet. */
export const thrice = <T>(reply: T): T[] => [reply, reply, reply];

export const refusal = (message: string) => ({ body: { status: 'error', message } });

/** One that ends in six zeros would be refused: a sheet has rounded it. */
const phoneAt = (index: number): number =>
	index === 0 ? 2_290_197_001_234 : 2_290_197_000_000 + index;

/** Items with a phone number each, all of them different up to 1,234. */
export const people = (count: number): Array<{ phone: string }> =>
	Array.from({ length: count }, (_, index) => ({ phone: String(phoneAt(index)) }));

export const phones = (count: number): string[] => people(count).map(({ phone }) => phone);

/** As items and sentences name the recipient that has these digits on the wire. */
export const e164 = (digits: string): string => `+${digits}`;

const runner =
	(resource: string, operation: string, usual: INode['parameters']) =>
	async ({ safeguards = {}, options = {}, parameters: own, ...given }: Given) => {
		const parameters = { resource, operation, ...usual, ...own, safeguards, options };
		return await (await createEngine()).run({ ...given, parameters });
	};

const texts = { senderId: 'MyShop', message: 'Hello' };
const phone = '={{ $json.phone }}';

export const send = runner('sms', 'send', { ...texts, recipient: phone });
export const bulkSend = runner('sms', 'bulkSend', { ...texts, recipients: phone });
export const preview = runner('sms', 'preview', { ...texts, recipients: phone });
export const sendAndWait = runner('sms', 'sendAndWait', { ...texts, recipient: phone });
export const getBalance = runner('balance', 'get', {});
export const checkNumber = runner('phoneNumber', 'check', { recipient: phone });

export const waysToSend = [
	['send', send],
	['bulk', bulkSend],
] as const;

/** One field of every item, in order. */
export const all = ({ items }: Pick<RunResult, 'items'>, field: string): unknown[] =>
	items.map(({ json }) => json[field]);

/** What the items say became of each recipient, by its digits on the wire, on whichever output they are. */
export const outcomesOf = ({ errorItems, items }: RunResult): IDataObject[] =>
	[...items, ...errorItems]
		.map(({ json }) => (json.details as IDataObject | undefined) ?? json)
		.map((json) => ({ ...json, recipient: String(json.recipient).replace('+', '') }));
