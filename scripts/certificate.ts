import { generate } from 'selfsigned';

/**
 * A certificate that nobody has signed but itself, made again each time: no key lies in the
 * repository. It is good for this host and for 127.0.0.1.
 */
export function selfSigned(host = 'localhost'): { key: string; cert: string } {
	const names = [
		{ type: 2, value: host },
		{ type: 7, ip: '127.0.0.1' },
	];
	const { cert, private: key } = generate([{ name: 'commonName', value: host }], {
		keySize: 2048,
		algorithm: 'sha256',
		extensions: [{ name: 'subjectAltName', altNames: names }],
	});
	return { key, cert };
}
