/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { PROJECT, run, tryRun } from '../../scripts/host';

describe('npm run demo', () => {
	it('shows the request that went over the wire, without the token, and the outcomes', async () => {
		const { stdout } = await run(process.execPath, ['--import', 'tsx', 'scripts/demo.ts'], {
			cwd: PROJECT,
		});

		expect(stdout).toContain('POST /api/v1/sms/bulk/send');
		expect(stdout).toContain('"sender_id": "DEMO SHOP"');
		expect(stdout).toContain('-> HTTP 200');
		expect(stdout.match(/^ +\d+ +accepted /gm)).toHaveLength(9);
		expect(stdout.match(/^ +\d+ +skipped +duplicate /gm)).toHaveLength(1);
		expect(stdout).not.toMatch(/eyJ[\w-]+\./);
	});

	it('says in one sentence what is wrong with a flag', async () => {
		const { code, stderr } = await tryRun(
			process.execPath,
			['--import', 'tsx', 'scripts/demo.ts', '--balance', 'a lot'],
			{ cwd: PROJECT },
		);

		expect(code).toBe(1);
		expect(stderr.trim()).toBe('--balance must be a whole number from 0 up, not "a lot".');
	});
});
