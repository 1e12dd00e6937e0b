/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { recipientFilter } from './recipient-filter';

/** A browser sends the cookies of every port of a machine, those of n8n's editor too. */
const SECRET_HEADERS = ['authorization', 'cookie', 'proxy-authorization'] as const;

/**
 * How a request ended: `answered`, left without a response (`hung`), cut by the sandbox (`reset`),
 * given up by the client before the response (`abandoned`), or not ended yet (`pending`).
 */
export type RequestOutcome = 'pending' | 'answered' | 'hung' | 'reset' | 'abandoned';

export interface LoggedRequest {
	id: number;
	/** Arrival, ISO 8601. */
	at: string;
	/** End, ISO 8601; null while the request is in progress. */
	endedAt: string | null;
	method: string;
	/** Path with query, such as /api/v1/sms/send. */
	path: string;
	/** As received, without SECRET_HEADERS. */
	headers: IncomingHttpHeaders;
	/** The parsed JSON body; undefined where there was none or it could not be read. */
	body: unknown;
	/** The HTTP status that was sent; null where none was. */
	status: number | null;
	outcome: RequestOutcome;
	/** Recipients to whom this request sent a message, in order. */
	accepted: readonly string[];
	/** The magic recipient that decided how this request went. */
	magic: string | null;
}

export interface SentMessage {
	/** Counts from 1, without gaps, in the order of acceptance. */
	id: number;
	requestId: number;
	/** Acceptance, ISO 8601. */
	at: string;
	recipient: string;
	sender: string;
	text: string;
	/** SMS that this message cost. */
	sms: number;
}

/** One accepted request. Text and sender are held once, whatever the number of recipients. */
export interface AcceptedBatch {
	firstId: number;
	requestId: number;
	at: string;
	sender: string;
	text: string;
	sms: number;
	recipients: readonly string[];
}

export interface MessageQuery {
	/** Only messages to numbers that contain these digits, in any spelling: see recipientFilter. */
	recipient?: string;
	newestFirst?: boolean;
	offset?: number;
	limit?: number;
}

export interface JournalEvents {
	request: [LoggedRequest];
	accepted: [AcceptedBatch];
	cleared: [];
}

export type Journal = ReturnType<typeof createJournal>;

const messageAt = (batch: AcceptedBatch, index: number): SentMessage => ({
	id: batch.firstId + index,
	requestId: batch.requestId,
	at: batch.at,
	recipient: batch.recipients[index]!,
	sender: batch.sender,
	text: batch.text,
	sms: batch.sms,
});

function* walk(batches: readonly AcceptedBatch[], newestFirst: boolean) {
	if (!newestFirst) return yield* batches;
	for (const index of batches.keys()) yield batches[batches.length - 1 - index]!;
}

/**
 * What the sandbox received and sent, in memory: the judge in tests. A request is in it from its
 * first byte, so that it is there too when it hangs, is reset, or its client dies.
 */
export function createJournal() {
	const events = new EventEmitter<JournalEvents>();
	events.setMaxListeners(0);
	let requests: LoggedRequest[] = [];
	let batches: AcceptedBatch[] = [];
	let messageCount = 0;

	// A request from before a clear may still end after it; it must not come back into the log.
	const announce = (request: LoggedRequest) => {
		if (requests[request.id - 1] === request) events.emit('request', request);
	};

	return {
		events,

		open(method: string, path: string, headers: IncomingHttpHeaders): LoggedRequest {
			const kept = { ...headers };
			for (const secret of SECRET_HEADERS) delete kept[secret];
			const request: LoggedRequest = {
				id: requests.length + 1,
				at: new Date().toISOString(),
				endedAt: null,
				method,
				path,
				headers: kept,
				body: undefined,
				status: null,
				outcome: 'pending',
				accepted: [],
				magic: null,
			};
			requests.push(request);
			announce(request);
			return request;
		},

		end(request: LoggedRequest, outcome: RequestOutcome, status: number | null): void {
			// The first end is the true one: a hung request also sees its socket close later.
			if (request.outcome !== 'pending') return;
			Object.assign(request, { outcome, status, endedAt: new Date().toISOString() });
			announce(request);
		},

		accept(
			request: LoggedRequest,
			message: { sender: string; text: string; sms: number; recipients: readonly string[] },
		): void {
			request.accepted = message.recipients;
			if (requests[request.id - 1] !== request) return;
			const batch: AcceptedBatch = {
				firstId: messageCount + 1,
				requestId: request.id,
				at: new Date().toISOString(),
				...message,
			};
			batches.push(batch);
			messageCount += message.recipients.length;
			events.emit('accepted', batch);
		},

		requests: (): LoggedRequest[] => [...requests],

		messageCount: (): number => messageCount,

		/** One page of messages, and how many match in all. */
		messages(query: MessageQuery = {}): { total: number; messages: SentMessage[] } {
			const { newestFirst = false, offset = 0, limit = Infinity } = query;
			const matches = recipientFilter(query.recipient ?? '');
			const page: SentMessage[] = [];
			let matched = 0;
			for (const batch of walk(batches, newestFirst)) {
				const size = batch.recipients.length;
				// Without a filter a batch outside the page is stepped over, not walked.
				if (!matches && (matched + size <= offset || page.length >= limit)) {
					matched += size;
					continue;
				}
				for (let step = 0; step < size; step++) {
					const index = newestFirst ? size - 1 - step : step;
					if (matches && !matches(batch.recipients[index]!)) continue;
					if (matched >= offset && page.length < limit) page.push(messageAt(batch, index));
					matched++;
				}
			}
			return { total: matched, messages: page };
		},

		clear(): void {
			requests = [];
			batches = [];
			messageCount = 0;
			events.emit('cleared');
		},
	};
}
