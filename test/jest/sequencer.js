const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Jest starts the biggest files first, where it has no durations yet. These are small and take long: some
 * join files that share an n8n, and the texts' laws are about every character there is (and take ten
 * times as long in a worker that has read a million phone numbers before).
 */
const LONG = /[\\/](domain[\\/]text[\\/]|e2e[\\/](settings\.|browser[\\/]editor\.))/;

module.exports = class LongFirst extends Sequencer {
	sort(tests) {
		const sorted = super.sort(tests);
		return [false, true].flatMap((isLast) =>
			sorted.filter(({ path }) => LONG.test(path) !== isLast),
		);
	}
};
