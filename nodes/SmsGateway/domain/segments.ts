import { SegmentedMessage } from 'sms-segments-calculator';
import { smsCountOf } from './message';

export type Segments = Readonly<{
	encoding: 'GSM-7' | 'UCS-2';
	/** By the standard: 160 or 153 GSM-7 units per segment, 70 or 67 UCS-2 units. */
	segments: number;
	/** The characters that force UCS-2, each once. */
	unicodeCharacters: readonly string[];
}>;

/** Segments by GSM 03.38 / UCS-2, which the networks bill by; the service documents a plainer rule. */
export function segmentsOf(message: string): Segments {
	const counted = new SegmentedMessage(message, 'auto');
	return {
		encoding: counted.encodingName === 'UCS-2' ? 'UCS-2' : 'GSM-7',
		segments: counted.segmentsCount,
		unicodeCharacters: [...new Set(counted.getNonGsmCharacters())],
	};
}

/** The larger of both counts: an estimate that protects. */
export const estimateSms = (message: string): number =>
	Math.max(smsCountOf(message), segmentsOf(message).segments);
