/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { ensureHost } from '../../scripts/host';
import { changesIn } from '../../scripts/relied-on';

// Another n8n than the usual has its own report, which is no failure: what is relied on may hold.
const inTheUsual = process.env.SMS_GATEWAY_N8N ? it.skip : it;

inTheUsual('knows the files of n8n that the promise rests on as they are', async () => {
	expect(changesIn((await ensureHost()).folder)).toStrictEqual([]);
});
