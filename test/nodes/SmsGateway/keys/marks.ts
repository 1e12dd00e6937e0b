type Mark = (key: string) => string;

/** What the store knows a key by, in all versions: else an update would send again what was sent. */
export const claimed: Mark = (key) => `claimed ${key}`;
export const sent: Mark = (key) => `sent ${key}`;
export const doubt: Mark = (key) => `doubt ${key}`;

/** The keys of those marks that are of this kind. */
export const keysIn = (marks: readonly string[], kind: Mark): string[] =>
	marks.flatMap((mark) => (mark.startsWith(kind('')) ? mark.slice(kind('').length) : []));
