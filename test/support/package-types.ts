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

/** Finds the source of each file in dist, so that a test never runs an older build. */
class SourceLoader extends PackageDirectoryLoader {
	protected override resolvePath(file: string): string {
		const source = file.replace(/^dist\//, '').replace(/\.js$/, '.ts');
		return super.resolvePath(source);
	}
}

/**
 * Loads a package as n8n loads it: by the files its package.json names under "n8n".
 *
 * @param packageDir absolute folder that holds package.json
 * @param from `sources` needs something that compiles TypeScript when it is required, such as Jest
 */
export async function loadPackage(
	packageDir: string,
	from: 'dist' | 'sources' = 'dist',
): Promise<PackageTypes> {
	const Loader = from === 'dist' ? PackageDirectoryLoader : SourceLoader;
	const loader = new Loader(packageDir);
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
