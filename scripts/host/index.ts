export { Problem, freePort, npm, requirePort, run } from './machine';
export { type Instance, type InstanceOptions, createInstance } from './instance';
export { type Host, HOST_VERSIONS, cacheFolder, ensureHost, isDownloaded } from './n8n';
export { PROJECT, buildPackage, packPackage } from './package';
export * from './rest';
