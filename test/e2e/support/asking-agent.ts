import type { NewCredential } from '../../../host';
import { agentWorkflow, smsTool } from './agent';

const refund = smsTool('Refund', {
	operation: 'send',
	senderId: 'SHOP',
	recipient: '+46701740611',
	message: "=Refund of {{ $fromAI('message', 'The amount') }} EUR",
});

/** An agent whose only tool is gated by a question to the owner; the refund is an SMS to the customer. */
export function askingAgent(owner: string, credential: NewCredential) {
	const review = smsTool(
		'Ask the Owner',
		{
			operation: 'sendAndWait',
			senderId: 'SHOP',
			recipient: `+${owner}`,
			message: '=May the agent do this? {{ $tool.name }}: {{ JSON.stringify($tool.parameters) }}',
			approvalOptions: { values: { approvalType: 'double' } },
		},
		{},
		'smsGatewayHitlTool',
	);
	return agentWorkflow('asking-agent', credential, [review], { gated: [[refund, review]] });
}
