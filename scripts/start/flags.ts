/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { parseArgs } from 'node:util';
import { readNumber } from '../command-line';
import { HOST_VERSIONS, type HostVersion, Problem } from '../host';

export const USAGE = `npm start [-- options]

Starts a real n8n with this package and a local SMS sandbox, ready to click. The first time it
downloads n8n (2.7 GB on disk); later it takes seconds. What you change in n8n is kept.

  --port <n>           n8n (default 5678)
  --sandbox-port <n>   the sandbox and its inbox (default 3030)
  --balance <n>        SMS on the sandbox's account (default 1000)
  --n8n <version>      ${HOST_VERSIONS.join(' or ')} (default ${HOST_VERSIONS[0]})
  --fresh              delete what was kept: account, workflows, executions
  --no-build           use dist/ as it is
  --watch              rebuild at each change and reload the nodes in the editor (npm run dev)
  --help`;

/** What the command line asks for; undefined where it asks for help. Throws a `Problem` on a wrong value. */
export function readFlags() {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '5678' },
			'sandbox-port': { type: 'string', default: '3030' },
			balance: { type: 'string', default: '1000' },
			n8n: { type: 'string', default: HOST_VERSIONS[0] },
			fresh: { type: 'boolean', default: false },
			'no-build': { type: 'boolean', default: false },
			watch: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return undefined;
	const port = readNumber('--port', values.port);
	const sandboxPort = readNumber('--sandbox-port', values['sandbox-port']);
	const balance = readNumber('--balance', values.balance);
	const version = values.n8n as HostVersion;
	if (!HOST_VERSIONS.includes(version)) {
		throw new Problem(`--n8n must be one of ${HOST_VERSIONS.join(', ')}, not "${version}".`);
	}
	return {
		port,
		sandboxPort,
		balance,
		version,
		fresh: values.fresh,
		build: !values['no-build'],
		watch: values.watch,
	};
}
