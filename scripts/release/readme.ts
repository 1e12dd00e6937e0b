const isRelative = (address: string): boolean => !/^([a-z]+:|#|\/)/i.test(address);
const isPicture = (address: string): boolean => /\.(png|svg|gif|jpe?g)$/i.test(address);

/**
 * The README with absolute addresses, as its readers on npm need them: pictures from the release's
 * own files, links to the release's pages on GitHub.
 *
 * @param repository on GitHub, such as "acme/n8n-nodes-sms-gateway"
 * @param tag of the release, such as "v0.1.0"
 */
export function withAbsoluteAddresses(readme: string, repository: string, tag: string): string {
	const absolute = (address: string): string => {
		if (!isRelative(address)) return address;
		return isPicture(address)
			? `https://raw.githubusercontent.com/${repository}/${tag}/${address}`
			: `https://github.com/${repository}/blob/${tag}/${address}`;
	};
	return readme
		.replace(/(\]\()([^)\s]+)(\))/g, (_, open, address, close) => open + absolute(address) + close)
		.replace(
			/(\b(?:src|srcset|href)=")([^"\s]+)(")/g,
			(_, open, address, close) => open + absolute(address) + close,
		);
}
