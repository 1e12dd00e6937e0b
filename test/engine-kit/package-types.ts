import { PackageDirectoryLoader } from 'n8n-core';
import { deepCopy, NodeConnectionTypes, NodeHelpers, UserError } from 'n8n-workflow';
import type { ICredentialType, INodeType, INodeTypes, IVersionedNodeType } from 'n8n-workflow';
import { stubNodes } from './stub-nodes';

export interface PackageTypes {
	packageName: string;
	nodeTypes: INodeTypes;
	credentialType(name: string): ICredentialType;
}

/** What n8n makes of a node that is usable as a tool (its tool-generation/ai-tools.js). */
function asTool(node: INodeType): INodeType {
	const { usableAsTool, ...described } = deepCopy(node.description);
	if (!usableAsTool) throw new UserError(`${described.name} is not usable as a tool`);
	const toolDescription = {
		displayName: 'Description',
		name: 'toolDescription',
		type: 'string' as const,
		default: described.description,
	};
	const description = {
		...described,
		name: `${described.name}Tool`,
		inputs: [],
		outputs: [NodeConnectionTypes.AiTool],
		properties: [toolDescription, ...described.properties],
	};
	return Object.assign(Object.create(node) as INodeType, { description });
}

/** Finds the source of each file in dist, so that a test never runs an older build. */
class SourceLoader extends PackageDirectoryLoader {
	protected override resolvePath(file: string): string {
		const source = file.replace(/^dist\//, '').replace(/\.js$/, '.ts');
		return super.resolvePath(source);
	}
}

// n8n's own is private, and would not ask what compiles TypeScript here.
Object.assign(SourceLoader.prototype, {
	loadClass(this: SourceLoader, file: string): unknown {
		const [className] = file.split('/').at(-1)!.split('.');
		const loaded = module.require(this['resolvePath'](file)) as Record<string, new () => unknown>;
		return new loaded[className!]!();
	},
});

/**
 * Loads a package as n8n loads it: by the files its package.json names under "n8n".
 *
 * @param packageDir absolute folder that holds package.json
 * @param Loader n8n's own, for what is built
 */
export async function loadPackage(
	packageDir: string,
	Loader: typeof PackageDirectoryLoader = SourceLoader,
): Promise<PackageTypes> {
	const loader = new Loader(packageDir);
	await loader.loadAll();
	const { packageName } = loader;

	const byName = (fullName: string): INodeType | IVersionedNodeType => {
		const stub = stubNodes[fullName];
		if (stub) return stub;
		const name = fullName.replace(`${packageName}.`, '');
		return name in loader.known.nodes
			? loader.getNode(name).type
			: asTool(loader.getNode(name.replace(/Tool$/, '')).type as INodeType);
	};
	return {
		packageName,
		nodeTypes: {
			getByName: byName,
			getByNameAndVersion: (name, version) =>
				NodeHelpers.getVersionedNodeType(byName(name), version),
			getKnownTypes: () => ({}),
		},
		credentialType: (name) => loader.getCredential(name).type,
	};
}
