/**
 * `npm run bench -- start [--size 100000] [--pairs 5]`: the time from the start of the process until the answer with a
 * first page of fifty conversations, against node that only listens (goal 15); and the memory of the process after a page
 * and a search, against express and better-sqlite3 alone with the same page (goal 16; the memory of an import is in
 * `import`).
 */
import { parseArgs } from 'node:util';
import { maildirOf } from './mail/maildir.ts';
import { bareListenRun, bareMailboxBytes } from './peers/bare-run.ts';
import { preparedHome } from './posthorn/prepared-home.ts';
import { startRun, type StartRun } from './posthorn/start-run.ts';
import { median, printComparisons } from './report/table.ts';

const { values } = parseArgs({
  options: { size: { type: 'string', default: '100000' }, pairs: { type: 'string', default: '5' } },
});

const maildir = maildirOf('S', Number(values.size));
const home = await preparedHome(maildir);
const ours: StartRun[] = [];
const listening: number[] = [];
const serving: number[] = [];
for (let pair = 0; pair < Number(values.pairs); pair++) {
  ours.push(await startRun(home));
  listening.push(await bareListenRun());
  serving.push(await bareMailboxBytes(home));
}
const middle = (fact: keyof StartRun) => median(ours.map((each) => each[fact]));
printComparisons(`Starting on ${maildir.count} messages, median of ${ours.length}`, [
  {
    name: 'until a first page is there (15)',
    unit: 'ms',
    ours: middle('milliseconds'),
    peer: { name: 'node listening', value: median(listening) },
    goal: { atMost: 3.5 },
  },
  {
    name: 'memory when idle after page and search (16)',
    unit: 'MB',
    ours: middle('idleBytes') / 1e6,
    peer: { name: 'bare express', value: median(serving) / 1e6 },
    goal: { atMost: 1.5 },
  },
]);
