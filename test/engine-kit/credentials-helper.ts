import { ICredentialsHelper, NodeHelpers, UserError, isExpression } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	ICredentialsExpressionResolveValues,
	IExecuteData,
	IHttpRequestOptions,
	INode,
	INodeCredentialsDetails,
	INodeParameters,
	IRequestOptionsSimplified,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { PackageTypes } from './package-types';

/** Credentials kept in memory by id; authentication is done as n8n does it. */
export class MemoryCredentialsHelper extends ICredentialsHelper {
	readonly calls = { getDecrypted: 0, authenticate: 0, preAuthentication: 0 };

	private readonly store = new Map<string, ICredentialDataDecryptedObject>();

	constructor(private readonly types: PackageTypes) {
		super();
	}

	/** Saves (or edits) a credential; data as the form holds it. */
	save(id: string, data: object): void {
		this.store.set(id, { ...data } as ICredentialDataDecryptedObject);
	}

	getParentTypes() {
		return [];
	}

	isCredentialUsableByNode(credentialType: string, nodeType: string) {
		return this.types.isSupported(credentialType, nodeType);
	}

	getCredentialsProperties(type: string) {
		return this.types.credentialType(type).properties;
	}

	async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		{ id, name }: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		raw?: boolean,
		values?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		this.calls.getDecrypted++;
		const saved = this.store.get(id ?? '');
		if (!saved) throw new UserError(`Credential "${name}" (${id}) does not exist`);
		if (raw) return saved;
		const properties = this.getCredentialsProperties(type);
		const data = NodeHelpers.getNodeParameters(
			properties,
			saved as INodeParameters,
			true,
			false,
			null,
			null,
		) as ICredentialDataDecryptedObject;
		if (!values) return data;
		return values.workflow.expression.getParameterValue(
			data as INodeParameters,
			values.runExecutionData,
			values.runIndex,
			values.itemIndex,
			values.node.name,
			values.connectionInputData,
			mode,
			{},
			executeData,
			false,
			data as INodeParameters,
		) as ICredentialDataDecryptedObject;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		incoming: IHttpRequestOptions | IRequestOptionsSimplified,
		workflow?: Workflow,
		node?: INode,
	): Promise<IHttpRequestOptions> {
		this.calls.authenticate++;
		const request = incoming as IHttpRequestOptions;
		const { authenticate } = this.types.credentialType(typeName);
		if (!authenticate) return request;
		if (typeof authenticate === 'function') return await authenticate(credentials, request);

		const resolve = (value: string) =>
			isExpression(value)
				? String(
						workflow!.expression.getSimpleParameterValue(
							node!,
							value,
							'internal',
							{ $credentials: credentials },
							undefined,
							'',
						) ?? '',
					)
				: value;
		request.headers ??= {};
		for (const [part, fields] of Object.entries(authenticate.properties)) {
			const target = ((request as unknown as Record<string, object>)[part] ??= {});
			for (const [key, value] of Object.entries(fields as Record<string, string>)) {
				Object.assign(target, { [resolve(key)]: resolve(value) });
			}
		}
		return request;
	}

	/** n8n asks before each request; it has an answer only for credentials that expire. */
	async preAuthentication() {
		this.calls.preAuthentication++;
		return undefined;
	}

	async runPreAuthentication() {
		return undefined;
	}

	async getCredentials(): Promise<ICredentials> {
		throw new UserError('Encrypted credentials are not kept here');
	}

	async updateCredentials(
		{ id }: INodeCredentialsDetails,
		_type: string,
		data: ICredentialDataDecryptedObject,
	) {
		this.save(id!, data);
	}

	async updateCredentialsOauthTokenData() {
		throw new UserError('OAuth is not kept here');
	}
}
