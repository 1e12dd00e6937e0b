import type { INodePropertyOptions } from 'n8n-workflow';
import names from './countries.json';

/**
 * Every country with a numbering plan, by name, with the calling code that people search for. Written
 * down, as to learn the names takes Node 20 ms, too long for n8n's start.
 */
export const COUNTRIES: INodePropertyOptions[] = Object.entries(names).map(([value, name]) => ({
	name,
	value,
}));
