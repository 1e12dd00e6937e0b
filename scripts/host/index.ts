export { cacheFolder } from './cache';
export { Problem, npm, run, tryRun } from './command';
export { type Instance, type InstanceOptions, TEST_OWNER, createInstance } from './instance';
export { type Host, type HostVersion, HOST_VERSIONS, ensureHost, isDownloaded } from './n8n';
export { PROJECT, buildPackage, packPackage, rebuild } from './package';
export { freePort, requirePort } from './ports';
export {
	type ExecutionSummary,
	type NewCredential,
	type Owner,
	type RestClient,
	RestError,
	signIn,
	type Workflow,
} from './rest';
export { type Item, type NodeRun, type Run, itemsOf } from './run';
