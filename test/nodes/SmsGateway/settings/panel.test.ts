import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { SETTINGS } from '../../../../nodes/SmsGateway/domain/settings';
import { SmsGatewayApi } from '../../../../credentials/SmsGatewayApi.credentials';
import { SmsGatewayTrigger } from '../../../../nodes/SmsGateway/SmsGatewayTrigger.node';
import { SmsGateway } from '../../../../nodes/SmsGateway/SmsGateway.node';

type Entry = INodeProperties | INodePropertyOptions | INodePropertyCollection;

const { properties } = new SmsGateway().description;

const shownWhen = ({ displayOptions }: INodeProperties): string =>
	Object.entries(displayOptions?.show ?? {})
		.map(([name, values]) => ` [${name}: ${values!.join(' ')}]`)
		.join('');

const isChoice = (one: Entry): one is INodePropertyOptions => !('type' in one || 'values' in one);

/** The list of countries has a test of its own. */
const MOST_CHOICES = 9;

const choicesOf = ({ options = [] }: INodeProperties): string => {
	const choices = options.filter(isChoice);
	if (choices.length > MOST_CHOICES) return '';
	return choices.map(({ name, value }) => ` ${name}=${String(value)}`).join();
};

const rowsOf = (field: INodeProperties, depth = 0): string[] => {
	if (field.type === 'hidden') return [];
	const { displayName, name, type, default: first, typeOptions = {}, required } = field;
	const limits = Object.entries(typeOptions).map(([key, value]) => ` ${key}=${String(value)}`);
	const kind = `${name} ${type}${required ? '*' : ''} ${JSON.stringify(first)}${limits.join('')}`;
	const row = `${displayName}: ${kind}${choicesOf(field)}${shownWhen(field)}`;
	const within = (field.options ?? []).flatMap((one: Entry) => {
		if ('values' in one) {
			const inner = one.values.flatMap((value) => rowsOf(value, depth + 2));
			return [`${'\t'.repeat(depth + 1)}${one.displayName}: ${one.name}`, ...inner];
		}
		return 'type' in one ? rowsOf(one, depth + 1) : [];
	});
	return ['\t'.repeat(depth) + row, ...within];
};

/** Label: name, type, * where required, default, limits, choices, [shown when]. */
const FIELDS = `
Resource: resource options "sms" SMS=sms, Phone Number=phoneNumber, Balance=balance
Operation: operation options "send" Send=send, Bulk Send=bulkSend, Send and Wait for Response=sendAndWait, Preview=preview [resource: sms]
Operation: operation options "check" Check=check [resource: phoneNumber]
Operation: operation options "get" Get=get [resource: balance]
Sender ID: senderId string* "" [resource: sms] [operation: send]
Recipient: recipient string* "" [resource: sms] [operation: send]
Message: message string* "" rows=4 [resource: sms] [operation: send]
Sender ID: senderId string* "" [resource: sms] [operation: bulkSend]
Recipients: recipients string* "" [resource: sms] [operation: bulkSend]
Message: message string* "" rows=4 [resource: sms] [operation: bulkSend]
Sender ID: senderId string* "" [resource: sms] [operation: sendAndWait]
Recipients: recipient string* "" [resource: sms] [operation: sendAndWait]
Message: message string* "" rows=4 [resource: sms] [operation: sendAndWait]
Response Type: responseType options "approval" Approval=approval, Free Text=freeText [resource: sms] [operation: sendAndWait]
Approval Options: approvalOptions fixedCollection {} [responseType: approval] [resource: sms] [operation: sendAndWait]
	Values: values
		Type of Approval: approvalType options "single" Approve Only=single, Approve and Disapprove=double
		Approve Button Label: approveLabel string "Approve"
		Disapprove Button Label: disapproveLabel string "Decline" [approvalType: double]
Sender ID: senderId string* "" [resource: sms] [operation: preview]
Recipients: recipients string* "" [resource: sms] [operation: preview]
Message: message string* "" rows=4 [resource: sms] [operation: preview]
Phone Number: recipient string* "" [resource: phoneNumber] [operation: check]
Safeguards: safeguards collection {} [resource: sms] [operation: send bulkSend sendAndWait preview]
	Allowed Countries: allowedCountries multiOptions []
	Allowed Recipients: allowedRecipients string ""
	Check Balance: checkBalance boolean true
	Deduplication Key: deduplicationKey string ""
	Do Not Send After: doNotSendAfter dateTime ""
	Excluded Recipients: excludedRecipients string ""
	Max SMS per Day: maxSmsPerDay number 0 minValue=0
	Max SMS per Execution: maxSms number 0 minValue=0
	Send Window: sendWindow fixedCollection {"window":{}}
		Window: window
			From: from string "08:00"
			Until: until string "20:00"
			Days: days multiOptions ["monday","tuesday","wednesday","thursday","friday","saturday","sunday"] Monday=monday, Tuesday=tuesday, Wednesday=wednesday, Thursday=thursday, Friday=friday, Saturday=saturday, Sunday=sunday
	Skip Repeats: skipRepeats options "sameDay" Any SMS, Same Day=anySameDay, Ever=ever, Same Day=sameDay
	Test Recipients: testRecipients string ""
Options: options collection {} [resource: sms] [operation: send bulkSend sendAndWait preview]
	Batch Size (Bulk Send): batchSize number 100 minValue=1
	Concurrency (Send, Bulk Send): concurrency number 5 minValue=1
	Default Country: defaultCountry options ""
	If Outcome Is Unknown: uncertain options "doNotResend" Do Not Resend=doNotResend, Resend=resend
	Include Input Fields: includeInputFields boolean false
	Limit Wait Time: limitWaitTime fixedCollection {"values":{"limitType":"afterTimeInterval","resumeAmount":45,"resumeUnit":"minutes"}} [/operation: sendAndWait]
		Values: values
			Limit Type: limitType options "afterTimeInterval" After Time Interval=afterTimeInterval, At Specified Time=atSpecifiedTime
			Amount: resumeAmount number 1 minValue=0 [limitType: afterTimeInterval]
			Unit: resumeUnit options "hours" Minutes=minutes, Hours=hours, Days=days [limitType: afterTimeInterval]
			Max Date and Time: maxDateAndTime dateTime "" [limitType: atSpecifiedTime]
	Output: output options "recipients" Recipients=recipients, Summary=summary
	Page Confirmation Text: pageConfirmationText string "Thank you. This answer was recorded:" [/operation: sendAndWait]
	Page Expired Text: pageExpiredText string "This question has expired. It can no longer be answered." [/operation: sendAndWait]
	Price of One SMS: unitsPerSms number 1 minValue=0
	Replace Special Characters: replaceSpecialCharacters options "off" Off=off, Quotes and Dashes=typographic, All=all
	Requests per Second (Send, Bulk Send): requestsPerSecond number 0 minValue=0
	Response Form Button Label: responseFormButtonLabel string "Submit" [/responseType: freeText] [/operation: sendAndWait]
	Response Form Description: responseFormDescription string "" rows=4 [/operation: sendAndWait]
	Response Form Field Label: responseFormFieldLabel string "Your answer" [/responseType: freeText] [/operation: sendAndWait]
	Response Form Title: responseFormTitle string "" [/operation: sendAndWait]
	Timeout (Seconds): timeout number 30 minValue=1
Options: options collection {} [resource: phoneNumber] [operation: check]
	Default Country: defaultCountry options ""
Options: options collection {} [resource: balance] [operation: get]
	Timeout (Seconds): timeout number 30 minValue=1
`;

it('never moves a name, a default or a choice that saved workflows depend on', () => {
	expect(properties.flatMap((field) => rowsOf(field)).join('\n')).toBe(FIELDS.trim());
});

const allOf = (fields: readonly INodeProperties[]): INodeProperties[] =>
	fields.flatMap((field) => [
		field,
		...(field.options ?? []).flatMap((one: Entry) => {
			if ('values' in one) return allOf(one.values.filter(({ type }) => type !== 'hidden'));
			return 'type' in one && one.type !== 'hidden' ? allOf([one]) : [];
		}),
	]);

describe('the panel as a newcomer reads it', () => {
	const words = (text = '') =>
		text
			.replace(/<[^>]*>/g, '')
			.split(/\s+/)
			.filter(Boolean).length;
	it('has 21 settings, and names each as sentences do, with where it is', () => {
		const placed = ['Safeguards', 'Options'].flatMap((list) => {
			const { options = [] } = properties.find((field) => field.name === list.toLowerCase())!;
			return (options as INodeProperties[])
				.filter(({ displayOptions }) => displayOptions === undefined)
				.map(({ name, displayName }) => [name, `${list} > ${displayName.replace(/ \(.*\)$/, '')}`]);
		});
		expect(Object.fromEntries(placed)).toStrictEqual(SETTINGS);
		expect(placed).toHaveLength(21);
	});

	const everything = [
		...properties,
		...new SmsGatewayTrigger().description.properties,
		...new SmsGatewayApi().properties,
	];
	const described = allOf(everything).flatMap((field) => [
		field,
		...((field.options ?? []).filter(isChoice) as Array<{ name: string; description?: string }>),
	]);

	it('describes in at most 30 words', () => {
		const long = described.filter(({ description }) => words(description) > 30);
		expect(long.map(({ name }) => name)).toStrictEqual([]);
	});

	it('has at most 45 words at first sight', () => {
		const first = properties.filter(({ displayOptions: { show } = {} }) =>
			Object.entries(show ?? {}).every(([name, values]) =>
				(values as unknown[]).includes({ resource: 'sms', operation: 'send' }[name]),
			),
		);
		const seen = first.map(({ displayName, placeholder, hint, options = [], default: value }) => {
			const chosen = options.find((one) => 'value' in one && one.value === value);
			return [displayName, placeholder, hint, chosen?.name].join(' ');
		});
		expect(seen.length).toBeGreaterThan(6);
		expect(words(seen.join(' '))).toBeLessThanOrEqual(45);
	});

	it('hints in less than 120 characters, and tells the same SMS from the same occasion', () => {
		const hints = allOf(everything).flatMap(({ name, hint }) => (hint ? [[name, hint]] : []));
		for (const [, hint] of hints) expect(hint!.length).toBeLessThan(120);
		const hintOf = Object.fromEntries(hints);
		expect(hintOf.deduplicationKey).toMatch(/same occasion.*per node/);
		expect(hintOf.skipRepeats).toMatch(/same SMS.*per node/);
	});
});
