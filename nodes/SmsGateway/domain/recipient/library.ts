// The build puts the library itself in here, as n8n installs community nodes without dependencies.
export { isSupportedCountry, Metadata, parsePhoneNumberFromString } from 'libphonenumber-js/core';
export type { CountryCode } from 'libphonenumber-js/core';
export { default as json } from 'libphonenumber-js/metadata.max.json';
