import { manualTrigger, smsGateway, workflow, type WorkflowNode } from '../../../host/workflow';
import { ADA, bulkSend } from '../support/campaign';

/** A workflow whose start already holds these people, as a sheet would hand them over. */
function peopleWorkflow(id: string, phones: string[], nodes: WorkflowNode[]) {
	const pinData = { Start: phones.map((phone) => ({ json: { name: 'Ada', phone } })) };
	return { ...workflow(id, [manualTrigger(), ...nodes]), pinData };
}

const bulk = (parameters: object = {}) =>
	smsGateway({ resource: 'sms', ...bulkSend(), ...parameters });

/** What the chapters begin with; nothing of a node is set that a chapter sets by hand. */
export const WORKFLOWS = {
	empty: peopleWorkflow('empty', ['+46 70 174 06 11'], []),
	invalid: peopleWorkflow('invalid', [ADA, '12'], [bulk()]),
	tried: peopleWorkflow(
		'tried',
		[ADA, '+49 171 3920023', '+49 171 3920056'],
		[bulk({ safeguards: { testRecipients: ADA } })],
	),
};
