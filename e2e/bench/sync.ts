/**
 * `npm run bench -- sync [--size 20000] [--pairs 5] [--only-ours] [--use] [--fresh] [--profile]`: a first sync of an
 * account on a local Dovecot, until search covers all of it, against `mbsync` (goal 4) and `mbsync && notmuch new` (goal
 * 5), and a pass without changes against mbsync's (goal 6). mbsync's times are the file system's, so it runs in every pair;
 * earlier results of notmuch on this machine are reused unless `--fresh` is given. `--use` measures only a first sync while
 * a simulated user reads and searches all the time; it is implied by more than 50,000 messages.
 */
import { parseArgs } from 'node:util';
import { dovecotMissing } from '../../testing/servers/dovecot.ts';
import { startMailServer, type MailServer } from './mail/mail-server.ts';
import { maildirOf, warm, type Maildir } from './mail/maildir.ts';
import { hasMbsync, mbsyncRun, type MbsyncRun } from './peers/mbsync.ts';
import type { ProgramRun } from './peers/program-runs.ts';
import { hasNotmuch, notmuchIndex } from './peers/notmuch.ts';
import { runPairs, medianOf, type PeerRuns } from './peers/pairs.ts';
import { syncRun, type SyncRun } from './posthorn/sync-run.ts';
import { useRun, type UseRun } from './posthorn/use-run.ts';
import { startProfiling } from './report/profile.ts';
import { median, printComparisons, printFigures, quantile, type Comparison, type Figure } from './report/table.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '20000' },
    pairs: { type: 'string' },
    'only-ours': { type: 'boolean', default: false },
    use: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
  },
});
const size = Number(values.size);
const isLarge = size > 50_000;

if (dovecotMissing()) console.log(`skipped: ${dovecotMissing()}`);
else await measure(maildirOf('S', size));

async function measure(maildir: Maildir): Promise<void> {
  const server = await startMailServer(maildir);
  try {
    if (values.profile) return await profile(server);
    if (!values.use) await compare(server);
    if (values.use || isLarge) printUse(server, await useRun(server));
  } finally {
    await server.dovecot.stop();
  }
}

async function profile(server: MailServer): Promise<void> {
  const profiling = startProfiling();
  const { seconds } = await syncRun(server);
  console.log(`Synced ${server.maildir.count} messages in ${seconds.toFixed(1)} s, under the profiler.`);
  profiling.print();
}

async function compare(server: MailServer): Promise<void> {
  const { maildir } = server;
  const { withMbsync, withNotmuch } = peersHere();
  const { ours: pairs, peers } = await runPairs({
    ours: async () => {
      warm(maildir);
      const ours = await syncRun(server);
      return { ours, mbsync: withMbsync ? await mbsyncRun(server) : undefined };
    },
    // It indexes the files of the server: those that mbsync wrote differ from them in one header field.
    peers: withNotmuch ? [{ name: 'notmuch', measure: () => notmuchIndex(maildir) }] : [],
    subject: maildir.name,
    pairs: Number(values.pairs ?? (isLarge ? 1 : 5)),
    ignoresStored: values.fresh,
  });
  const ours = pairs.map((pair) => pair.ours);
  printOurs(maildir, ours);
  const mbsync = pairs.flatMap((pair) => pair.mbsync ?? []);
  if (mbsync.length > 0)
    printComparisons('Against the peers, in brackets the number of the goal', comparisons(ours, mbsync, peers[0]));
}

function peersHere(): { withMbsync: boolean; withNotmuch: boolean } {
  if (values['only-ours']) return { withMbsync: false, withNotmuch: false };
  if (!hasMbsync()) console.log('skipped: peer: mbsync is not here (apt-get install isync).');
  if (!hasNotmuch()) console.log('skipped: peer: notmuch is not here (apt-get install notmuch).');
  return { withMbsync: hasMbsync(), withNotmuch: hasMbsync() && hasNotmuch() };
}

function printOurs({ name, count, bytes }: Maildir, runs: readonly SyncRun[]): void {
  const seconds = runs.map((run) => run.seconds);
  printFigures(`First sync of ${name}: ${count} messages of ${(bytes / 1e6).toFixed(0)} MB, ${runs.length} runs`, [
    { name: 'until search covers all, median', value: median(seconds), unit: 's' },
    { name: 'fastest', value: Math.min(...seconds), unit: 's' },
    { name: 'slowest', value: Math.max(...seconds), unit: 's' },
    { name: 'median', value: count / median(seconds), unit: 'messages/s' },
    { name: 'nothing new, median', value: median(runs.map((run) => run.resyncMilliseconds)), unit: 'ms' },
    { name: 'of which the pass itself', value: median(runs.map((run) => run.passMilliseconds)), unit: 'ms' },
    ...memoryFigures(runs),
  ]);
}

function memoryFigures(runs: readonly Pick<SyncRun, 'peakBytes' | 'idleBytes'>[]): Figure[] {
  const most = (fact: 'peakBytes' | 'idleBytes') => Math.max(...runs.map((run) => run[fact])) / 1e6;
  return [
    { name: 'peak memory', value: most('peakBytes'), unit: 'MB', goal: { below: 450 } },
    { name: 'memory afterwards', value: most('idleBytes'), unit: 'MB' },
  ];
}

function comparisons(
  ours: readonly SyncRun[],
  mbsync: readonly MbsyncRun[],
  notmuch: PeerRuns | undefined,
): Comparison[] {
  const seconds = (runs: readonly ProgramRun[]) => median(runs.map((run) => run.seconds));
  const again = (runs: readonly { resyncMilliseconds: number }[]) => median(runs.map((run) => run.resyncMilliseconds));
  const first = { unit: 's', ours: seconds(ours) };
  return [
    {
      ...first,
      name: 'first sync, with index (4)',
      peer: { name: 'mbsync', value: seconds(mbsync) },
      goal: { timesFaster: 1.5 },
    },
    ...(notmuch
      ? [
          {
            ...first,
            name: 'first sync, with index (5)',
            peer: {
              name: 'mbsync && notmuch',
              value: seconds(mbsync) + medianOf(notmuch, 'seconds'),
              ...(notmuch.day && { day: notmuch.day }),
            },
            goal: { timesFaster: 8 },
          },
        ]
      : []),
    {
      name: 'nothing new (6)',
      unit: 'ms',
      ours: again(ours),
      peer: { name: 'mbsync', value: again(mbsync) },
      goal: { atMost: 1 },
    },
  ];
}

function printUse({ maildir }: MailServer, run: UseRun): void {
  const { pages, acknowledged, recent, recentSeconds, seconds } = run;
  printFigures(`First sync of ${maildir.name} while a user reads and searches all the time`, [
    { name: `until the newest 30 days are listed (${recent.count})`, value: recentSeconds, unit: 's' },
    { name: 'until search covers all', value: seconds, unit: 's' },
    ...memoryFigures([run]),
    ...answerFigures('list of the inbox', pages.list, 100),
    ...answerFigures('conversation', pages.conversation, 100),
    ...answerFigures('search', pages.search, 100),
    ...answerFigures('shell', pages.shell, 100),
    ...answerFigures('request for a sync', acknowledged, 50),
  ]);
}

/** The goal for the 95th percentile, in milliseconds. */
function answerFigures(name: string, times: readonly number[], below: number): Figure[] {
  const sorted = times.toSorted((a, b) => a - b);
  return [
    { name: `${name}, p50 of ${times.length}`, value: quantile(sorted, 0.5), unit: 'ms' },
    { name: `${name}, p95`, value: quantile(sorted, 0.95), unit: 'ms', goal: { below } },
    { name: `${name}, max`, value: quantile(sorted, 1), unit: 'ms' },
  ];
}
