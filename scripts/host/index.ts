export { buildPackage, rebuild } from './build';
export { cacheFolder } from './cache';
export { CommandFailed, run, tryRun } from './command';
export {
	type Host,
	type HostVersion,
	HOST_VERSIONS,
	ensureHost,
	isDownloaded,
} from './ensure-host';
export { type Instance, type InstanceOptions, TEST_OWNER, createInstance } from './instance';
export { npm } from './npm';
export { PROJECT, packPackage } from './pack';
export { freePort, requirePort } from './ports';
export { Problem } from './problem';
export {
	type ExecutionSummary,
	type NewCredential,
	type Owner,
	type RestClient,
	RestError,
	signIn,
	type Workflow,
} from './rest';
export { type Item, type NodeRun, type Run, itemsOf } from './run-data';
