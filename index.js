// n8n loads the files that package.json names under "n8n"; this is for tests and tools in the checkout.
module.exports = {
	...require('./dist/credentials/SmsGatewayApi.credentials.js'),
	...require('./dist/nodes/SmsGateway/SmsGateway.node.js'),
	...require('./dist/nodes/SmsGateway/SmsGatewayTrigger.node.js'),
};
