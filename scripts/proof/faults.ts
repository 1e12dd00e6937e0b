import type { Instance, RestClient, Run } from '../host';
import type { Fault, Service } from './service';

/** Where a fault happens: one n8n, signed in to. */
export interface Place {
	service: Service;
	instance: Instance;
	rest: RestClient;
}

export interface Scenario {
	name: string;
	/** What happens, in a sentence for the table. */
	story: string;
	/**
	 * What the service does to one of the recipients. Where it does nothing, the workflow is executed
	 * a second time, for which this node needs a Deduplication Key; the others have no such setting.
	 */
	fault?: Fault;
	/**
	 * Runs the workflow to its end; resolves to the last execution, which is what a person sees. A
	 * scenario without it executes the workflow once, under Retry On Fail with 3 attempts.
	 */
	run?(place: Place, workflowId: string): Promise<Run>;
}

export const PHONES: readonly string[] = Array.from(
	{ length: 10 },
	(_, index) => `22901970000${10 + index}`,
);

/** Milliseconds. n8n's own limit on a request is five minutes. */
const PATIENCE = 20 * 60_000;

export const once = async ({ rest }: Place, id: string): Promise<Run> =>
	await rest.waitForExecution(await rest.runWorkflow(id), PATIENCE);

export const SCENARIOS: readonly Scenario[] = [
	{
		name: 'Retry On Fail',
		story: 'One of ten recipients is refused each time; Retry On Fail with 3 attempts',
		fault: 'refused',
	},
	{
		name: 'Retry of an execution',
		story: 'One of ten is refused; then a person presses Retry, and nothing is refused',
		fault: 'refusedOnce',
		async run(place, id) {
			const { id: execution } = await once(place, id);
			return await place.rest.retry(execution!);
		},
	},
	{
		name: 'Timeout',
		story: 'The service sends one SMS and then never responds; Retry On Fail',
		fault: 'timeoutOnce',
	},
	{
		name: 'HTTP 500 after sending',
		story: 'The service sends one SMS and responds with HTTP 500; Retry On Fail',
		fault: 'serverErrorOnce',
	},
	{
		name: 'Connection lost',
		story: 'The service sends one SMS and the connection is lost; Retry On Fail',
		fault: 'lostOnce',
	},
	{
		name: 'kill -9',
		story: 'n8n is killed in the middle; then the workflow is executed again',
		async run({ service, instance }, id) {
			const { kill, done } = await instance.launch(id);
			await service.until(PHONES.length / 2);
			kill();
			await done;
			return await instance.execute(id);
		},
	},
	{
		name: 'Two at once',
		story: 'Two executions with the same recipients start at the same moment',
		async run(place, id) {
			const [run] = await Promise.all([once(place, id), once(place, id)]);
			return run;
		},
	},
];
