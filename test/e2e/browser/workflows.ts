import { manualTrigger, smsGateway, workflow, type WorkflowNode } from '../../../host/workflow';

/** A workflow whose start already holds these people, as a sheet would hand them over. */
function peopleWorkflow(id: string, people: object[], nodes: WorkflowNode[]) {
	const pinData = { Start: people.map((json) => ({ json })) };
	return { ...workflow(id, [manualTrigger(), ...nodes]), pinData };
}

const ADA = { name: 'Ada', phone: '+46 70 174 06 11' };
const BEN = { name: 'Ben', phone: '+49 171 3920023' };
const BEN_AGAIN = { name: 'Ben, from the old list', phone: '0049 171 3920023' };
const CLEO = { name: 'Cleo', phone: '+49 171 3920056' };
const CELL_TOO_SHORT = { name: 'Cleo', phone: '12' };
const REFUSED = { name: 'Dan', phone: '12705550101' };

const bulk = (parameters: object = {}) =>
	smsGateway({
		resource: 'sms',
		operation: 'bulkSend',
		senderId: 'MyShop',
		recipients: '={{ $json.phone }}',
		message: 'See you on Saturday!',
		...parameters,
	});

const httpRequest: WorkflowNode = {
	name: 'HTTP Request',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: { url: '' },
};

/** What the chapters begin with; nothing of a node is set that a chapter sets by hand. */
export const WORKFLOWS = {
	empty: peopleWorkflow('empty', [ADA], []),
	bulk: peopleWorkflow('bulk', [ADA, BEN, BEN_AGAIN], [bulk({ recipients: '', message: '' })]),
	credential: peopleWorkflow('credential', [ADA], [bulk()]),
	invalid: peopleWorkflow('invalid', [ADA, CELL_TOO_SHORT], [bulk()]),
	branches: peopleWorkflow(
		'branches',
		[ADA, CELL_TOO_SHORT, REFUSED],
		[bulk({ options: { batchSize: 1 } })],
	),
	tried: peopleWorkflow(
		'tried',
		[ADA, BEN, CLEO],
		[bulk({ safeguards: { testRecipients: '+46701740611' } })],
	),
	httpRequest: peopleWorkflow('httpRequest', [ADA], [httpRequest]),
};
