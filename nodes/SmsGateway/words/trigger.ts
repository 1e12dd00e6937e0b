/** Where a check had no balance to compare. */
export const NOTHING_COMPARED =
	'The balance could not be read, so nothing was compared. An active workflow tries again at its next check.';

/** Of a test, which outputs the balance whatever it is. */
export const NOTE_OF_TEST =
	'This is a test. Once published, the workflow starts only when the event happens.';
