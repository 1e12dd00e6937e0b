export type { Sandbox, SandboxEvents, SandboxOptions } from './sandbox';
export { startSandbox } from './server';
export type { LoggedRequest, MessageQuery, RequestOutcome, SentMessage } from './journal';
export { magicNumber, MAGIC_RECIPIENTS, type MagicRecipient } from './magic-recipients';
export type { TokenOptions } from './tokens';
