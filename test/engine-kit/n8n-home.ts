/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core writes a settings file the moment it is used; imported before it, this keeps it out of the real home.
const home = mkdtempSync(join(tmpdir(), 'n8n-home-'));
process.env.N8N_USER_FOLDER = home;
// A node that fails is what many tests are about; the result says so, the console need not.
process.env.N8N_LOG_LEVEL = 'silent';

afterAll(() => rmSync(home, { recursive: true, force: true }));
