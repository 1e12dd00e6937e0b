import { PackageDirectoryLoader } from 'n8n-core';
import { NodeHelpers } from 'n8n-workflow';
import type { ICredentialType, INodeType, INodeTypes, IVersionedNodeType } from 'n8n-workflow';
import { stubNodes } from './stub-nodes';

export interface PackageTypes {
	packageName: string;
	nodeTypes: INodeTypes;
	credentialType(name: string): ICredentialType;
	/** Whether n8n lets this node type (full name) read that credential. */
	isSupported(credentialName: string, nodeType: string): boolean;
}

/**
 * Loads a built package as n8n loads it: by the files its package.json names under "n8n".
 *
 * @param packageDir absolute folder that holds package.json and dist/
 */
export async function loadPackage(packageDir: string): Promise<PackageTypes> {
	const loader = new PackageDirectoryLoader(packageDir);
	await loader.loadAll();
	const { packageName } = loader;

	const byName = (fullName: string): INodeType | IVersionedNodeType => {
		const stub = stubNodes[fullName];
		return stub ?? loader.getNode(fullName.replace(`${packageName}.`, '')).type;
	};
	const credentialType = (name: string) => loader.getCredential(name).type;

	return {
		packageName,
		nodeTypes: {
			getByName: byName,
			getByNameAndVersion: (name, version) =>
				NodeHelpers.getVersionedNodeType(byName(name), version),
			getKnownTypes: () => ({}),
		},
		credentialType,
		isSupported: (credentialName, nodeType) =>
			!credentialType(credentialName).restrictToSupportedNodes ||
			(loader.known.credentials[credentialName]?.supportedNodes ?? []).includes(
				nodeType.replace(`${packageName}.`, ''),
			),
	};
}
