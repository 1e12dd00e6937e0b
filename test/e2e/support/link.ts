/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { setTimeout as sleep } from 'node:timers/promises';

/** The link at the end of a question. */
export const linkIn = (text: string): string => text.split('\n').at(-1)!;

/** The page behind the link. n8n answers with an error until it has saved that the execution waits. */
export async function openLink(link: string): Promise<string> {
	for (let looked = 0; looked < 200; looked++) {
		const page = await (await fetch(link)).text();
		if (page.includes('<form')) return page;
		await sleep(50);
	}
	throw new Error(`${link} never asked anything`);
}

/** Submits the page's form; resolves to the page that follows. */
export const answerLink = async (link: string, form: Record<string, string>): Promise<Response> =>
	await fetch(link, { method: 'POST', body: new URLSearchParams(form) });
