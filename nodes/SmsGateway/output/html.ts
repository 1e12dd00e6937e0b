const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * n8n renders the description of an error, and a hint, as HTML: links and remote images survive its
 * cleaning. What a webhook or the SMS service wrote must stay text there.
 */
export const escapeHtml = (text: string): string =>
	text.replace(/[&<>]/g, (character) => ENTITIES[character]!);
