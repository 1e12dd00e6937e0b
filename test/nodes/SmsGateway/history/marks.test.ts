import {
	claimed,
	doubt,
	marksToAsk,
	marksToUndo,
	sent,
	stateOf,
	type State,
} from '../../../../nodes/SmsGateway/history/marks';
import { memoryMarkStore } from './memory-mark-store';

/** Asks for a key that has these marks, as a lease does. */
async function ask(marks: string[], becomes: Partial<Record<State, State>> = {}) {
	const store = memoryMarkStore();
	await store.record(marks);
	const state = stateOf('k', await store.record(marksToAsk('k')));
	await store.remove(marksToUndo('k', becomes[state] ?? state));
	return [state, [...store.marks].sort()];
}

const [C, S, D] = [claimed('k'), sent('k'), doubt('k')];

it.each<[string, string[], Partial<Record<State, State>>, State, string[]]>([
	['that nobody has claimed is free', [], {}, 'free', []],
	['that nobody has claimed is claimed', [], { free: 'claimed' }, 'free', [C]],
	['whose doubt was released is free', [S, D], { free: 'claimed' }, 'free', [C]],
	['that is claimed stays so', [C], { free: 'claimed' }, 'claimed', [C]],
	['that is given up is in doubt', [C], { claimed: 'inDoubt' }, 'claimed', [C, D, S]],
	['that was sent stays so', [C, S], { inDoubt: 'claimed' }, 'sent', [C, S]],
	['that its holder left in doubt stays so', [C, D], {}, 'inDoubt', [C, D, S]],
	['is in doubt where who asked died', [C, S, D], {}, 'inDoubt', [C, D, S]],
	['in doubt is claimed with Resend', [C, S, D], { inDoubt: 'claimed' }, 'inDoubt', [C]],
])('a key %s', async (_, marks, becomes, state, left) => {
	expect(await ask(marks, becomes)).toStrictEqual([state, left]);
});
