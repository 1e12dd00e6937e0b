// node kill-in-lock.cjs <SQLite file> <process group>
// Kills the group at a moment when one of its processes holds the lock: the row without a node.
const { DatabaseSync } = require('node:sqlite');

const [file, group] = process.argv.slice(2);
const database = new DatabaseSync(file, { readOnly: true });
const lock = database.prepare("SELECT 1 FROM processed_data WHERE context = ''");
const isAlive = () => {
	try {
		return process.kill(Number(group), 0);
	} catch {
		return false;
	}
};
while (isAlive()) {
	if (lock.get() !== undefined) {
		process.kill(-Number(group), 'SIGKILL');
		break;
	}
}
process.exitCode = lock.get() === undefined ? 1 : 0;
