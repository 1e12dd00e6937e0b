import { fetchUnpooled, until } from '../../../host';

export const linkIn = (text: string): string => text.split('\n').at(-1)!;

/** The page behind the link. n8n answers with an error until it has saved that the execution waits. */
export async function openLink(link: string): Promise<string> {
	return await until(`the question behind ${link}`, async () => {
		const page = await (await fetchUnpooled(link)).text();
		return page.includes('<form') ? page : undefined;
	});
}

export const answerLink = async (link: string, form: Record<string, string>): Promise<Response> =>
	await fetchUnpooled(link, { method: 'POST', body: new URLSearchParams(form) });
