import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** One value in DER (X.690): what it is, how long it is, and what is in it. */
function der(tag: number, ...content: Array<Buffer | string | number[]>): Buffer {
	const body = Buffer.concat(content.map((part) => Buffer.from(part as Buffer)));
	const { length } = body;
	const size = length < 128 ? [length] : [0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.from([tag, ...size]), body]);
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const time = (year: number) => der(0x17, `${String(year).slice(2)}0101000000Z`);

const COMMON_NAME = der(0x06, [0x55, 0x04, 0x03]);
const SUBJECT_ALT_NAME = der(0x06, [0x55, 0x1d, 0x11]);
const ECDSA_WITH_SHA256 = sequence(der(0x06, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));

const made = new Map<string, { key: string; cert: string }>();

/**
 * A certificate (RFC 5280) that nobody has signed but itself, good for this host and for 127.0.0.1. Each
 * process makes its own: no key lies in the repository.
 */
export function selfSigned(host = 'localhost'): { key: string; cert: string } {
	const known = made.get(host);
	if (known) return known;
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
	const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, host))));
	const altNames = sequence(der(0x82, host), der(0x87, [127, 0, 0, 1]));
	const year = new Date().getUTCFullYear();
	const certificate = sequence(
		der(0xa0, der(0x02, [2])),
		der(0x02, [1], randomBytes(8)),
		ECDSA_WITH_SHA256,
		name,
		sequence(time(year - 1), time(year + 2)),
		name,
		publicKey.export({ type: 'spki', format: 'der' }),
		der(0xa3, sequence(sequence(SUBJECT_ALT_NAME, der(0x04, altNames)))),
	);
	const signature = sign('sha256', certificate, privateKey);
	const signed = sequence(certificate, ECDSA_WITH_SHA256, der(0x03, [0], signature));
	const lines = signed.toString('base64').match(/.{1,64}/g)!;
	const both = {
		key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
		cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
	};
	made.set(host, both);
	return both;
}
