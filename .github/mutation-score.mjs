// node mutation-score.mjs <folder>
// The share of noticed changes in each room, and in all, as a table, from Stryker's JSON reports in
// the folder. Fails where a room is below the share that test/mutation/stryker.config.mjs asks for.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);
const NOTICED = new Set(['Killed', 'Timeout']);
const UNNOTICED = new Set(['Survived', 'NoCoverage']);

const files = readdirSync(folder, { recursive: true }).filter((name) =>
	/mutation-.*\.json$/.test(name),
);
const rooms = files.map((name) => {
	const { files: sources, thresholds } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
	const states = Object.values(sources).flatMap(({ mutants }) => mutants.map((one) => one.status));
	return {
		room: /mutation-(.*)\.json$/.exec(name)[1],
		noticed: states.filter((status) => NOTICED.has(status)).length,
		unnoticed: states.filter((status) => UNNOTICED.has(status)).length,
		least: thresholds.break ?? thresholds.low,
	};
});

const share = ({ noticed, unnoticed }) => (100 * noticed) / (noticed + unnoticed);
const row = (room) =>
	`| ${room.room} | ${room.noticed + room.unnoticed} | ${share(room).toFixed(1)} % |`;
const sum = (name) => rooms.reduce((total, room) => total + room[name], 0);

console.log('| Room | Changes | Noticed |\n| --- | ---: | ---: |');
for (const room of rooms) console.log(row(room));
console.log(row({ room: '**all**', noticed: sum('noticed'), unnoticed: sum('unnoticed') }));
const isLow = rooms.filter((room) => !(share(room) >= room.least));
process.exitCode = rooms.length === 0 || isLow.length > 0 ? 1 : 0;
