import type { IBuilderHint } from 'n8n-workflow';

/** What n8n's AI builder has to know to put the node into a workflow. */
export const builderHint: IBuilderHint = {
	searchHint:
		"For more than one recipient use operation 'bulkSend' once, after the node that returns all items: it groups them into few requests itself, so do NOT put a loop (splitInBatches), an Aggregate or a Code node before it. Retry On Fail is safe. Set 'safeguards.deduplicationKey' (such as an order ID) if the workflow may run twice for the same occasion, 'safeguards.testRecipients' while the user tries the workflow, 'safeguards.excludedRecipients' for opt-outs and 'safeguards.sendWindow' to send by day only. For an AI agent also set 'safeguards.allowedRecipients' or 'safeguards.allowedCountries', 'safeguards.maxSms' and 'options.output' = 'summary'.",
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-base.if',
			relationHint:
				"Branch on 'status' (accepted, rejected, unknown, notSent, skipped) of each output item, with On Error set to Continue",
		},
		{
			nodeType: 'n8n-nodes-base.wait',
			relationHint:
				"Wait until 'sendAt' of items with the reason 'outsideWindow', then send them again",
		},
		{
			nodeType: 'n8n-nodes-base.dataTable',
			relationHint: "Keeps the numbers of people who opted out, for 'excludedRecipients'",
		},
	],
};

export const triggerBuilderHint: IBuilderHint = {
	searchHint:
		"Starts a workflow when the balance of the SMS account is low. Do not build this from a Schedule Trigger with 'Balance: Get': the trigger remembers what it has reported.",
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-sms-gateway.smsGateway',
			relationHint: 'Sends SMS from the same account',
		},
	],
};
