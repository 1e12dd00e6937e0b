// Required by n8n: every two seconds, the bytes of its heap without garbage, a line per sample.
const { appendFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

// Not in the commands beside the server, nor in its task runner.
if (process.env.HEAP_SAMPLES && process.argv[2] === 'start') {
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc');
	setInterval(() => {
		collectGarbage();
		const { heapUsed, external } = process.memoryUsage();
		appendFileSync(process.env.HEAP_SAMPLES, `${heapUsed + external}\n`);
	}, 2_000).unref();
}
