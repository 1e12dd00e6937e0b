import { generate } from 'selfsigned';

const made = new Map<string, { key: string; cert: string }>();

/**
 * A certificate that nobody has signed but itself, good for this host and for 127.0.0.1. Each process
 * makes its own, which takes a second: no key lies in the repository.
 */
export function selfSigned(host = 'localhost'): { key: string; cert: string } {
	const known = made.get(host);
	if (known) return known;
	const altNames = [
		{ type: 2, value: host },
		{ type: 7, ip: '127.0.0.1' },
	];
	const { cert, private: key } = generate([{ name: 'commonName', value: host }], {
		keySize: 2048,
		algorithm: 'sha256',
		extensions: [{ name: 'subjectAltName', altNames }],
	});
	made.set(host, { key, cert });
	return { key, cert };
}
