// Required by n8n: every few seconds, its heap without garbage, a line of JSON per sample.
const { appendFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

const { HEAP_SAMPLES, HEAP_SAMPLE_EVERY } = process.env;

// Not in the commands beside the server, nor in its task runner.
if (HEAP_SAMPLES && process.argv[2] === 'start') {
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc');
	setInterval(() => {
		collectGarbage();
		const { heapUsed, rss, external } = process.memoryUsage();
		appendFileSync(HEAP_SAMPLES, `${JSON.stringify({ heapUsed, external, rss })}\n`);
	}, Number(HEAP_SAMPLE_EVERY)).unref();
}
