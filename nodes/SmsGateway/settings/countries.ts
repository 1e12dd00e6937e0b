import json from 'libphonenumber-js/metadata.max.json';
import type { INodePropertyOptions } from 'n8n-workflow';
import { countryName } from '../domain/recipient/countries';

/**
 * Every country with a numbering plan, by name, with the calling code that people search for. The
 * build writes the list out: to learn the names takes Node 20 ms, too long for n8n's start.
 */
export const COUNTRIES: INodePropertyOptions[] = Object.entries(json.countries)
	.map(([value, [callingCode]]) => ({ name: `${countryName(value)} (+${callingCode})`, value }))
	.sort((one, other) => one.name.localeCompare(other.name, 'en'));
