import fc from 'fast-check';
import { refused } from '../../../../support/refused';
import {
	isPrivateHost,
	refuseUnsafeLink,
	withLink,
	withoutLink,
} from '../../../../../nodes/SmsGateway/domain/question/question';

const open = (link: string, service = 'https://sms.example.com/api/v1') =>
	refused(() => refuseUnsafeLink(link, service));

it.each(
	'localhost n8n n8n.local n8n.internal printer.home.arpa n8n.lan. 0.0.0.0 127.0.0.1 10.1.2.3 172.16.0.1 172.31.255.1 192.168.1.20 169.254.1.1 100.64.0.1 100.127.0.1 [::1] [::ffff:c0a8:1] [fd00::1] [fe80::1]'.split(
		' ',
	),
)('knows that no phone reaches %s', (host) => {
	expect(isPrivateHost(host)).toBe(true);
	expect(open(`https://${host}/x`)).toMatchObject({ because: 'private' });
});

it.each(
	'n8n.example.com localhost.example.com 10.0.0.1.example.com 8.8.8.8 172.15.0.1 172.32.0.1 100.63.0.1 100.128.0.1 192.169.0.1 [2001:db8::1]'.split(
		' ',
	),
)('lets a phone open %s, by https only', (host) => {
	expect(isPrivateHost(host)).toBe(false);
	expect(open(`https://${host}/x`)).toBeUndefined();
	expect(open(`http://${host}/x`)).toMatchObject({ because: 'notEncrypted' });
});

it.each(['http://localhost:3030/api/v1', 'http://127.0.0.1:3030', 'http://[::1]:3030'])(
	'allows any address where the SMS service is on this machine: %s',
	(service) => {
		expect(open('http://localhost:5678/x', service)).toBeUndefined();
	},
);

it.each(['http://192.168.1.5/api', 'no address', ''])('allows none because of %j', (service) => {
	expect(open('http://localhost:5678/x', service)).toBeDefined();
});

it('takes the link off again, and leaves the text as it was sent', () => {
	const link = 'https://n8n.example.com/x?signature=1';
	fc.assert(
		fc.property(fc.string(), (text) => {
			expect(withoutLink(withLink(text, link), link)).toBe(text.trimEnd());
		}),
	);
	expect(withoutLink('May I?', link)).toBe('May I?');
});
