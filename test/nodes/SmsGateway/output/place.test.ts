import 'reflect-metadata';
import { ExecuteContext, SupplyDataContext } from 'n8n-core';
import { NodeOperationError, type IExecuteFunctions, type INode } from 'n8n-workflow';
import { tellAgent } from '../../../../nodes/SmsGateway/output/errors';
import { runsInsideAgent } from '../../../../nodes/SmsGateway/output/place';

/** As n8n's classes have it; nothing else of them is asked. */
const insideAgent = Object.create(SupplyDataContext.prototype) as IExecuteFunctions;
const inEngine = Object.create(ExecuteContext.prototype) as IExecuteFunctions;

const node = { name: 'SMS Gateway', type: 'smsGatewayTool' } as INode;
const error = new NodeOperationError(node, 'Timeout. Do not send this again.');

it('tells a tool that an agent runs itself from one that n8n runs', () => {
	expect([runsInsideAgent(insideAgent), runsInsideAgent(inEngine)]).toEqual([true, false]);
});

it('returns an error to the agent as an item, and throws it everywhere else', () => {
	expect(tellAgent(insideAgent, error)).toEqual([
		{ json: { error: 'Timeout. Do not send this again.' } },
	]);
	expect(() => tellAgent(inEngine, error)).toThrow(error);
});

it('does not hide what is no error of the node', () => {
	expect(() => tellAgent(insideAgent, new TypeError('a mistake'))).toThrow(TypeError);
});
