export { startSandbox, type Sandbox, type SandboxEvents, type SandboxOptions } from './server';
export type { LoggedRequest, MessageQuery, RequestOutcome, SentMessage } from './journal';
export { magicNumber, MAGIC_RECIPIENTS, type MagicRecipient } from './magic-recipients';
export type { TokenOptions } from './tokens';
