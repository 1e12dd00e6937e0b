import { NodeHelpers, UserError } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	ICredentialType,
	IHttpRequestOptions,
	INodeParameters,
} from 'n8n-workflow';

/** Credentials kept in memory by id, which n8n reads as from its database; what it does not ask for is missing. */
export class MemoryCredentialsHelper {
	readonly calls = { getDecrypted: 0, authenticate: 0 };

	private readonly store = new Map<string, ICredentialDataDecryptedObject>();

	constructor(private readonly typeOf: (name: string) => ICredentialType) {}

	get asHelper(): ICredentialsHelper {
		return this as unknown as ICredentialsHelper;
	}

	/** Saves (or edits) a credential; data as the form holds it. */
	save(id: string, data: object): void {
		this.store.set(id, { ...data } as ICredentialDataDecryptedObject);
	}

	getParentTypes() {
		return [];
	}

	isCredentialUsableByNode() {
		return true;
	}

	getCredentialsProperties(type: string) {
		return this.typeOf(type).properties;
	}

	async getDecrypted(
		...[, { id, name }, type, mode, executeData, raw, values]: Parameters<
			ICredentialsHelper['getDecrypted']
		>
	): Promise<ICredentialDataDecryptedObject> {
		this.calls.getDecrypted++;
		const saved = this.store.get(id ?? '');
		if (!saved) throw new UserError(`Credential "${name}" (${id}) does not exist`);
		if (raw) return saved;
		const data = NodeHelpers.getNodeParameters(
			this.getCredentialsProperties(type),
			saved as INodeParameters,
			true,
			false,
			null,
			null,
		) as INodeParameters;
		if (!values) return data as ICredentialDataDecryptedObject;
		return values.workflow.expression.getParameterValue(
			data,
			values.runExecutionData,
			values.runIndex,
			values.itemIndex,
			values.node.name,
			values.connectionInputData,
			mode,
			{},
			executeData,
			false,
			data,
		) as ICredentialDataDecryptedObject;
	}

	async authenticate(
		...[credentials, type, request]: Parameters<ICredentialsHelper['authenticate']>
	) {
		this.calls.authenticate++;
		const { authenticate } = this.typeOf(type);
		return typeof authenticate === 'function'
			? await authenticate(credentials, request as IHttpRequestOptions)
			: request;
	}

	/** n8n asks before each request; it has an answer only for credentials that expire. */
	async preAuthentication() {}

	async runPreAuthentication() {}
}
