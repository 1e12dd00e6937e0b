/** Something the user can put right: its message is one clear sentence and is shown without a stack. */
export class Problem extends Error {
	override name = 'Problem';
}
