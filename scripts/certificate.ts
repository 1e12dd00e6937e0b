import { generate } from 'selfsigned';

interface Certificate {
	key: string;
	cert: string;
}

const made = new Map<string, Certificate>();

/**
 * A certificate that nobody has signed but itself, good for this host and for 127.0.0.1. Each process
 * makes its own, which takes a second: no key lies in the repository.
 */
export function selfSigned(host = 'localhost'): Certificate {
	const certificate = made.get(host) ?? make(host);
	made.set(host, certificate);
	return certificate;
}

function make(host: string): Certificate {
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
