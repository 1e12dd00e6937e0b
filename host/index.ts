export { Problem, fetchUnpooled, freePort, npm, requirePort, run, until } from './machine';
export { hold } from './hold';
export { type Instance, type InstanceOptions, createInstance } from './instance';
export { type Host, HOST_VERSIONS, cacheFolder, ensureHost, isDownloaded } from './n8n';
export { PROJECT, buildPackage, packPackage } from './package';
export * from './rest';
