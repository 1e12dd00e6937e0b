// node kill-in-lock.cjs <SQLite file> <process group>
// Kills the group at a moment when one of its processes holds the lock: the row without a node.
const { DatabaseSync } = require('node:sqlite');

const [file, group] = process.argv.slice(2);
const database = new DatabaseSync(file, { readOnly: true });
const LOCK = "SELECT 1 FROM processed_data WHERE context = ''";
const isAlive = () => {
	try {
		return process.kill(Number(group), 0);
	} catch {
		return false;
	}
};
/** n8n 1 keeps readers out while it writes. */
const isHeld = () => {
	try {
		return database.prepare(LOCK).get() !== undefined;
	} catch {
		return false;
	}
};
while (isAlive()) {
	if (isHeld()) {
		process.kill(-Number(group), 'SIGKILL');
		break;
	}
}
process.exitCode = isHeld() ? 0 : 1;
