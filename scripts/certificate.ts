import { generateKeyPairSync, sign } from 'node:crypto';

const der = (tag: number, ...parts: Buffer[]): Buffer => {
	const content = Buffer.concat(parts);
	const length =
		content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
	return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const time = (year: string) => der(0x17, Buffer.from(`${year}0101000000Z`));

const ECDSA_WITH_SHA256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
const COMMON_NAME = der(0x06, Buffer.from('550403', 'hex'));

/**
 * A certificate that nobody has signed but itself (RFC 5280, version 1), made again each time: no
 * key lies in the repository. A client without subject names in it compares the host with the common name.
 */
export function selfSigned(host = 'localhost'): { key: string; cert: string } {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(host)))));
	const certificate = sequence(
		der(0x02, Buffer.from([1])),
		ECDSA_WITH_SHA256,
		name,
		sequence(time('20'), time('49')),
		name,
		publicKey.export({ type: 'spki', format: 'der' }),
	);
	const signature = der(0x03, Buffer.from([0]), sign('sha256', certificate, privateKey));
	const signed = sequence(certificate, ECDSA_WITH_SHA256, signature).toString('base64');
	return {
		key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
		cert: `-----BEGIN CERTIFICATE-----\n${signed.replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`,
	};
}
