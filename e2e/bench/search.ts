/**
 * `npm run bench -- search [--size 100000] [--million] [--profile]`: the first fifty hits of each kind of query over HTTP,
 * newest first (goal 7) and best first (goal 9), against notmuch on the same mail. `--million` also compares a common word
 * among a million messages with the same word in the usual mailbox (goal 8). Prefixes are omitted:
 * the search language has none.
 */
import { parseArgs } from 'node:util';
import { startDaemon, type Home } from '../daemon-process.ts';
import { maildirOf, type Maildir } from './mail/maildir.ts';
import { runMilliseconds } from './peers/program-runs.ts';
import { hasNotmuch, indexedByNotmuch, type Notmuch } from './peers/notmuch.ts';
import { connectionTo, type Connection } from './posthorn/http.ts';
import { millionHome } from './posthorn/million.ts';
import { preparedHome } from './posthorn/prepared-home.ts';
import { benchQueries, type BenchQuery } from './posthorn/queries.ts';
import { startProfiling } from './report/profile.ts';
import { median, printComparisons, printFigures } from './report/table.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '100000' },
    million: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
  },
});

const maildir = maildirOf('S', Number(values.size));
const home = await preparedHome(maildir);
if (values.profile) await profile(home);
else {
  await compare(maildir, home);
  if (values.million) await compareGrowth(maildir, home);
}

async function compare(maildir: Maildir, home: Home): Promise<void> {
  const notmuch = hasNotmuch() ? await indexedByNotmuch(maildir) : undefined;
  if (!notmuch) console.log('skipped: peer: notmuch is not here (apt-get install notmuch).');
  await withConnection(home, async (connection) => {
    const title = `First page of 50 over HTTP among ${maildir.count} messages, median of 15`;
    const page = (sort: string, scope: string) => pageTimes(connection, { sort, scope }, notmuch);
    print(`${title}: messages, newest first (goal 7)`, await page('recent', 'messages'), 0.25);
    print(`${title}: messages, best first (goal 9)`, await page('relevant', 'messages'), 0.75);
    print(`${title}: conversations, newest first (held to the same goal)`, await page('recent', 'threads'), 0.25);
  });
  if (!notmuch) return;
  const start = median(Array.from({ length: 15 }, () => runMilliseconds({ program: 'notmuch', args: ['--version'] })));
  console.log(`\nStarting takes ${start.toFixed(1)} ms of every time of notmuch.`);
}

type PageTimes = { kind: string; ours: number[]; theirs: number[] };

/** Milliseconds of the first page of each query, Posthorn and notmuch in turns of five, each turn after a warm-up. */
async function pageTimes(
  connection: Connection,
  { sort, scope }: { sort: string; scope: string },
  notmuch: Notmuch | undefined,
  queries: readonly BenchQuery[] = benchQueries(),
): Promise<PageTimes[]> {
  const all = queries.map(({ kind }): PageTimes => ({ kind, ours: [], theirs: [] }));
  const output = sort === 'recent' && scope === 'messages' ? '--output=messages' : '--format=json';
  for (const [i, query] of queries.entries()) {
    const ask = async () =>
      (await connection.ask('/mail/search', { q: query.posthorn, sort, scope, limit: 50 })).milliseconds;
    const run = () => notmuch?.run('search', output, '--limit=50', query.notmuch) ?? NaN;
    for (let turn = 0; turn < 3; turn++) {
      await ask();
      for (let time = 0; time < 5; time++) all[i]?.ours.push(await ask());
      run();
      for (let time = 0; time < 5; time++) all[i]?.theirs.push(run());
    }
  }
  return all;
}

function print(title: string, all: readonly PageTimes[], atMost: number): void {
  const rows = all.map(({ kind, ours, theirs }) => ({ name: kind, ours: median(ours), value: median(theirs) }));
  if (rows.some(({ value }) => Number.isNaN(value)))
    printFigures(
      title,
      rows.map(({ name, ours }) => ({ name, value: ours, unit: 'ms' })),
    );
  else
    printComparisons(
      title,
      rows.map(({ name, ours, value }) => ({
        name,
        unit: 'ms',
        ours,
        peer: { name: 'notmuch', value },
        goal: { atMost },
      })),
    );
}

/** How the time for a common word's first page grows from the usual mailbox to a million messages. */
async function compareGrowth(maildir: Maildir, home: Home): Promise<void> {
  const million = await millionHome(maildir, home);
  const common = benchQueries().filter(({ kind }) => kind === 'common');
  const page = (connection: Connection) =>
    pageTimes(connection, { sort: 'recent', scope: 'messages' }, undefined, common);
  const [small] = await withConnection(home, page);
  const [large] = await withConnection(million, page);
  printComparisons(`A common word among a million messages (goal 8)`, [
    {
      name: 'common',
      unit: 'ms',
      ours: median(large?.ours ?? []),
      peer: { name: `${maildir.count} messages`, value: median(small?.ours ?? []) },
      goal: { atMost: 2 },
    },
  ]);
}

async function profile(home: Home): Promise<void> {
  const profiling = startProfiling();
  await withConnection(home, async (connection) => {
    for (const { posthorn } of benchQueries())
      for (const sort of ['recent', 'relevant'])
        for (let i = 0; i < 100; i++)
          await connection.ask('/mail/search', { q: posthorn, sort, limit: 50, scope: 'messages' });
  });
  profiling.print();
}

async function withConnection<T>(home: Home, work: (connection: Connection) => Promise<T>): Promise<T> {
  const daemon = await startDaemon(home, { caFile: '', isBundled: true });
  const connection = connectionTo(daemon);
  try {
    return await work(connection);
  } finally {
    connection.close();
    await daemon.stop();
  }
}
