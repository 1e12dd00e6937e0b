/* eslint-disable @n8n/community-nodes/require-node-api-error -- runs on the developer's machine, never inside n8n */
import type { NewCredential, RestClient } from '../../../host';
import { startChatModel, type ChatModel } from './chat-model';
import { createRealN8n, type RealN8n } from './real-n8n';

/** A real n8n that serves, with its owner signed in and a model for its agents. */
export interface ServedAgent extends RealN8n {
	model: ChatModel;
	rest: RestClient;
}

/** `workflows` may name the model's credential, and the others that are given. */
export async function serveAgent(
	workflows: (model: ChatModel) => object[],
	credentials: ReadonlyArray<NewCredential & { id: string }> = [],
): Promise<ServedAgent> {
	const model = await startChatModel();
	let n8n: RealN8n | undefined;
	const close = async () => {
		await n8n?.close();
		await model.close();
	};
	try {
		n8n = await createRealN8n({ workflows: workflows(model), sandbox: { balance: 500 } });
		await n8n.instance.importCredentials([model.credential, ...credentials]);
		await n8n.instance.start();
		return { ...n8n, model, rest: await n8n.instance.setupOwner(), close };
	} catch (error) {
		await close();
		throw error;
	}
}
