/* eslint-disable @n8n/community-nodes/credential-test-required, @n8n/community-nodes/icon-validation, @n8n/community-nodes/cred-class-field-icon-missing, @n8n/community-nodes/credential-unnecessary-password -- a node of the tests, in no package */
import type { IAuthenticateGeneric, ICredentialType, INodeProperties } from 'n8n-workflow';

export class OrdersApi implements ICredentialType {
	name = 'ordersApi';

	displayName = 'Orders API';

	properties: INodeProperties[] = [
		{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
		{
			displayName: 'Key',
			name: 'key',
			type: 'string',
			typeOptions: { password: true },
			default: '',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { 'x-key': '={{ $credentials.key }}' } },
	};
}
