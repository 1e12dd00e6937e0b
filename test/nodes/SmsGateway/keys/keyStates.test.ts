import { createKeyStates, type KeyState } from '../../../../nodes/SmsGateway/keys/keyStates';
import { createLeases } from '../../../../nodes/SmsGateway/keys/leases';
import { withoutLock } from '../../../../nodes/SmsGateway/keys/lock';
import { claimed, doubt, sent } from './marks';
import { memoryMarkStore } from './memory-mark-store';

const [C, S, D] = [claimed('k'), sent('k'), doubt('k')] as const;

it.each([
	['sent', [C, S]],
	['free', []],
] as const)('a claim that others have put in doubt ends as %s', async (how, left) => {
	const store = memoryMarkStore();
	await store.record([C, S, D]);
	await createKeyStates(createLeases(store, withoutLock())).end(['k'], how);
	expect([...store.marks]).toStrictEqual(left);
});

it.each<[string, string[], Partial<Record<KeyState, KeyState>>, KeyState, string[]]>([
	['that nobody has claimed is free', [], {}, 'free', []],
	['that nobody has claimed is claimed', [], { free: 'claimed' }, 'free', [C]],
	['whose claim is gone is free', [S, D], { free: 'claimed' }, 'free', [C]],
	['that is claimed stays so', [C], { free: 'claimed' }, 'claimed', [C]],
	['that is given up is in doubt', [C], { claimed: 'inDoubt' }, 'claimed', [C, D, S]],
	['that was sent stays so', [C, S], { inDoubt: 'claimed' }, 'sent', [C, S]],
	['that its holder left in doubt stays so', [C, D], {}, 'inDoubt', [C, D, S]],
	['is in doubt where who asked died', [C, S, D], {}, 'inDoubt', [C, D, S]],
	['in doubt is claimed with Resend', [C, S, D], { inDoubt: 'claimed' }, 'inDoubt', [C]],
])('a key %s', async (_, marks, becoming, state, left) => {
	const store = memoryMarkStore();
	await store.record(marks);
	const { ask } = createKeyStates(createLeases(store, withoutLock()));
	expect([...(await ask(['k'], () => becoming))]).toStrictEqual([['k', state]]);
	expect([...store.marks].sort()).toStrictEqual(left);
});
