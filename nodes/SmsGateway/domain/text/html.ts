const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

const entityOf = (character: string): string => ENTITIES[character]!;

/**
 * n8n renders the description of an error, and a hint, as HTML: links and remote images survive its
 * cleaning. What a webhook or the SMS service wrote must stay text there.
 */
export const escapeHtml = (text: string): string => text.replace(/[&<>]/g, entityOf);

/** The same for an attribute of an element, which a quote would end. */
export const escapeAttribute = (text: string): string => text.replace(/[&<>"']/g, entityOf);
