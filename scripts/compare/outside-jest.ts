/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */

// What the engine kit of the tests expects, and what n8n would make up anew in each process.
Object.assign(globalThis, {
	afterAll: (work: () => void) => void process.once('exit', work),
	beforeEach: () => {},
});
Object.assign(process.env, {
	N8N_ENCRYPTION_KEY: 'the same for both versions',
	N8N_HMAC_SIGNATURE_SECRET: 'the same for both versions',
});
