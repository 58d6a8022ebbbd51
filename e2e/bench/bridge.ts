/**
 * `npm run bench -- bridge [--size 100000] [--pairs 5] [--seconds 3] [--profile]`: a page of fifty conversations over HTTP,
 * with shell and sidebar, for one client and for sixteen, against express and better-sqlite3 alone with the same statements
 * and the same bytes (goal 10), and the 99th percentile of Posthorn's answers against their median (goal 11).
 */
import { parseArgs } from 'node:util';
import { startDaemon, type Home } from '../daemon-process.ts';
import { maildirOf, type Maildir } from './mail/maildir.ts';
import { bothAnswers, assertSame, withBareMailbox, type OursAndTheirs } from './posthorn/bare-comparison.ts';
import { connectionTo } from './posthorn/http.ts';
import { hasWrk, loadOn, type Load, type Target } from './posthorn/load.ts';
import { preparedHome } from './posthorn/prepared-home.ts';
import { firstPage } from './posthorn/queries.ts';
import { startProfiling } from './report/profile.ts';
import { median, printComparisons } from './report/table.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '100000' },
    pairs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    profile: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);

/** How long each side gets requests before it is measured. */
const warmUpSeconds = Math.min(2, seconds);

const maildir = maildirOf('S', Number(values.size));
const home = await preparedHome(maildir);
if (values.profile) await profile(home);
else await compare(maildir, home);

async function profile(home: Home): Promise<void> {
  const profiling = startProfiling();
  const daemon = await startDaemon(home, { caFile: '', isBundled: true });
  await loadOn({ ...firstPage, port: daemon.port, token: daemon.token }, { connections: 16, seconds });
  await daemon.stop();
  profiling.print();
}

async function compare(maildir: Maildir, home: Home): Promise<void> {
  await withBareMailbox(home, async ({ ours, theirs }) => {
    const connections = { ours: connectionTo(ours), theirs: connectionTo(theirs) };
    assertSame(await bothAnswers(firstPage, connections));
    connections.ours.close();
    connections.theirs.close();
    print(maildir, await pairsOf({ ours: { ...firstPage, ...ours }, theirs: { ...firstPage, ...theirs } }));
  });
}

type MeasuredLoads = OursAndTheirs<{ alone: Load[]; crowded: Load[] }>;

/** Posthorn and the peer take turns; each turn starts with a warm-up. */
async function pairsOf({ ours, theirs }: OursAndTheirs<Target>): Promise<MeasuredLoads> {
  const measured: MeasuredLoads = { ours: { alone: [], crowded: [] }, theirs: { alone: [], crowded: [] } };
  for (const target of [ours, theirs]) await loadOn(target, { connections: 4, seconds: warmUpSeconds });
  for (let pair = 0; pair < Number(values.pairs); pair++) {
    measured.ours.alone.push(await loadOn(ours, { connections: 1, seconds }));
    measured.theirs.alone.push(await loadOn(theirs, { connections: 1, seconds }));
    measured.ours.crowded.push(await loadOn(ours, { connections: 16, seconds }));
    measured.theirs.crowded.push(await loadOn(theirs, { connections: 16, seconds }));
  }
  return measured;
}

function print({ count }: Maildir, { ours, theirs }: MeasuredLoads): void {
  const middle = (loads: readonly Load[], fact: keyof Load) => median(loads.map((load) => load[fact]));
  const bare = (value: number) => ({ name: 'bare express', value });
  const p50 = middle(ours.alone, 'p50');
  const tool = hasWrk() ? 'wrk' : 'a client of our own, for wrk is not here (apt-get install wrk)';
  printComparisons(`A page of 50 among ${count} messages, median of ${ours.alone.length} pairs, asked by ${tool}`, [
    {
      name: 'middle answer, one client (10)',
      unit: 'ms',
      ours: p50,
      peer: bare(middle(theirs.alone, 'p50')),
      goal: { atMost: 1.3 },
    },
    {
      name: 'answers a second, 16 clients (10)',
      unit: '/s',
      ours: middle(ours.crowded, 'perSecond'),
      peer: bare(middle(theirs.crowded, 'perSecond')),
      goal: { atLeast: 0.8 },
    },
    {
      name: 'slowest hundredth, one client (11)',
      unit: 'ms',
      ours: middle(ours.alone, 'p99'),
      peer: { name: 'its middle', value: p50 },
      goal: { atMost: 8 },
    },
    {
      name: 'the same of the peer',
      unit: 'ms',
      ours: middle(theirs.alone, 'p99'),
      peer: { name: 'its middle', value: middle(theirs.alone, 'p50') },
      goal: { atMost: 8 },
    },
  ]);
}
