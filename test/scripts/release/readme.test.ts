import { withAbsoluteAddresses } from '../../../scripts/release/readme';

const published = (readme: string) => withAbsoluteAddresses(readme, 'acme/sms', 'v1.2.0');

it.each([
	[
		'![A node](docs/images/node.png)',
		'![A node](https://raw.githubusercontent.com/acme/sms/v1.2.0/docs/images/node.png)',
	],
	[
		'<img alt="" src="docs/images/inbox.png"> <source srcset="docs/images/dark.svg">',
		'<img alt="" src="https://raw.githubusercontent.com/acme/sms/v1.2.0/docs/images/inbox.png"> <source srcset="https://raw.githubusercontent.com/acme/sms/v1.2.0/docs/images/dark.svg">',
	],
	[
		'[outcomes](docs/outcomes.md#unknown)',
		'[outcomes](https://github.com/acme/sms/blob/v1.2.0/docs/outcomes.md#unknown)',
	],
])('makes %s absolute', (relative, absolute) => {
	expect(published(relative)).toBe(absolute);
});

it.each(['[n8n](https://n8n.io)', '[above](#usage)', '[mail](mailto:a@example.com)'])(
	'leaves %s alone',
	(link) => {
		expect(published(link)).toBe(link);
	},
);
