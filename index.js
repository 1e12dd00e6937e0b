// n8n loads the files that package.json names under "n8n"; this is for code that requires the package itself.
module.exports = {
	...require('./dist/credentials/SmsGatewayApi.credentials.js'),
	...require('./dist/nodes/SmsGateway/SmsGateway.node.js'),
	...require('./dist/nodes/SmsGateway/SmsGatewayTrigger.node.js'),
};
