import { X509Certificate } from 'node:crypto';
import { selfSigned } from './certificate';

it.each(['localhost', 'sms.example.com', `${'a'.repeat(60)}.example.com`])(
	'is good for %s and 127.0.0.1, now, and signed by itself',
	(host) => {
		const { cert } = selfSigned(host);
		const read = new X509Certificate(cert);

		expect(read.checkHost(host)).toBe(host);
		expect(read.checkHost('elsewhere.example.com')).toBeUndefined();
		expect(read.checkIP('127.0.0.1')).toBe('127.0.0.1');
		expect(read.verify(read.publicKey)).toBe(true);
		expect(Date.parse(read.validFrom)).toBeLessThan(Date.now());
		expect(Date.parse(read.validTo)).toBeGreaterThan(Date.now());
		expect(selfSigned(host).cert).toBe(cert);
	},
);
