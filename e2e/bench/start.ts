/**
 * `npm run bench -- start [--size 100000] [--pairs 5]`: from the start of the process until a first page of fifty
 * conversations is there, against node listening alone (goal 15); and what the process holds in memory once a page and a
 * search were shown, against express and better-sqlite3 alone with the same page (goal 16; an import's is in `import`).
 */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { storeFiles } from '../../daemon/store/open.ts';
import { startDaemon, type Home } from '../process.ts';
import { maildirOf } from './mail/maildir.ts';
import { startBare } from './peers/bare-process.ts';
import { connectionTo, type Connection } from './posthorn/http.ts';
import { preparedHome } from './posthorn/prepared.ts';
import { benchQueries } from './posthorn/queries.ts';
import { residentBytes } from './report/memory.ts';
import { median, printComparisons } from './report/table.ts';

const { values } = parseArgs({
  options: { size: { type: 'string', default: '100000' }, pairs: { type: 'string', default: '5' } },
});

const bareListen = `
  const server = require('node:http').createServer((request, response) => response.end('here'));
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

const page = ['/mail/mailbox', { limit: 50, lens_kind: 'all_mail' }] as const;

const maildir = maildirOf('S', Number(values.size));
const home = await preparedHome(maildir);
const ours: Started[] = [];
const listening: number[] = [];
const serving: number[] = [];
for (let pair = 0; pair < Number(values.pairs); pair++) {
  ours.push(await startOurs(home));
  listening.push(await startListening());
  serving.push(await memoryOfBare(home));
}
const middle = (fact: keyof Started) => median(ours.map((each) => each[fact]));
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

type Started = { milliseconds: number; idleBytes: number };

async function startOurs(home: Home): Promise<Started> {
  const began = performance.now();
  const daemon = await startDaemon(home, { caFile: '', isBundled: true });
  const connection = connectionTo(daemon);
  await connection.ask(...page);
  const milliseconds = performance.now() - began;
  await connection.ask('/mail/search', { q: benchQueries()[0]?.posthorn ?? '', limit: 50 });
  const idleBytes = await idleMemory(daemon.pid, connection);
  await daemon.stop();
  return { milliseconds, idleBytes };
}

/** Until node alone has answered, in milliseconds. */
async function startListening(): Promise<number> {
  const began = performance.now();
  const bare = await startBare(['--eval', bareListen]);
  const answer = await fetch(`http://127.0.0.1:${bare.port}/`);
  await answer.text();
  const milliseconds = performance.now() - began;
  await bare.kill();
  return milliseconds;
}

async function memoryOfBare(home: Home): Promise<number> {
  const token = 'a token of the bench alone';
  const program = join(import.meta.dirname, 'peers/bare-mailbox.ts');
  const bare = await startBare([program, storeFiles(home.dataDir).mail, token]);
  const connection = connectionTo({ port: bare.port, token });
  await connection.ask(...page);
  const bytes = await idleMemory(bare.pid, connection);
  await bare.kill();
  return bytes;
}

/** What a process and its children hold a little after they were last asked, in bytes. */
async function idleMemory(pid: number, connection: Connection): Promise<number> {
  connection.close();
  await wait(3_000);
  return residentBytes(pid);
}
