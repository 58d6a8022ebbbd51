/**
 * `npm run bench -- import [--set S|R] [--size 20000] [--pairs 5] [--fresh] [--profile]`: a first import of a Maildir,
 * until search covers all of it, against `notmuch new`, `mu index` and a bare insert of parsed rows (goals 1, 2, 3), the
 * bytes on disk (goal 14) and the memory (goal 16). Earlier results of peers on this machine are reused unless `--fresh` is
 * given.
 */
import { parseArgs } from 'node:util';
import { corpusMissing } from '../corpus.ts';
import { maildirOf, warm, type Maildir } from './mail/maildir.ts';
import { bareInsert } from './peers/bare-insert-run.ts';
import { hasMu, muIndex } from './peers/mu.ts';
import { hasNotmuch, notmuchIndex } from './peers/notmuch.ts';
import { runPairs, medianOf, type PeerRuns } from './peers/pairs.ts';
import { importRun, type ImportRun } from './posthorn/import-run.ts';
import { startProfiling } from './report/profile.ts';
import { median, printComparisons, printFigures, type Comparison } from './report/table.ts';

const { values } = parseArgs({
  options: {
    set: { type: 'string', default: 'S' },
    size: { type: 'string', default: '20000' },
    pairs: { type: 'string' },
    fresh: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
  },
});
const set = values.set === 'R' ? 'R' : 'S';
const size = Number(values.size);

if (set === 'R' && corpusMissing()) console.log(corpusMissing());
else if (values.profile) await profile(maildirOf(set, size));
else await compare(maildirOf(set, size));

async function profile(maildir: Maildir): Promise<void> {
  warm(maildir);
  const profiling = startProfiling();
  const { stored, seconds } = await importRun(maildir);
  console.log(`Imported ${stored} messages in ${seconds.toFixed(1)} s, under the profiler.`);
  profiling.print();
}

async function compare(maildir: Maildir): Promise<void> {
  const { ours, peers } = await runPairs({
    ours: () => {
      warm(maildir);
      return importRun(maildir);
    },
    peers: [
      ...(hasNotmuch() ? [{ name: 'notmuch', measure: () => notmuchIndex(maildir) }] : []),
      ...(hasMu() ? [{ name: 'mu', measure: () => muIndex(maildir) }] : []),
      { name: 'bare', measure: () => bareInsert(maildir) },
    ],
    subject: maildir.name,
    pairs: Number(values.pairs ?? (size > 50_000 ? 1 : 5)),
    ignoresStored: values.fresh,
  });
  printOurs(maildir, ours);
  printComparisons(
    `Against the peers, in brackets the number of the goal`,
    peers.flatMap((peer) => comparisons(peer, ours)),
  );
}

function printOurs({ name, count, bytes }: Maildir, runs: readonly ImportRun[]): void {
  const [first] = runs;
  const seconds = runs.map((run) => run.seconds);
  const goal = { below: set === 'S' ? 0.8 : 1 };
  printFigures(`First import of ${name}: ${count} files, ${first?.stored} messages, ${runs.length} runs`, [
    { name: 'until search covers all, median', value: median(seconds), unit: 's' },
    { name: 'fastest', value: Math.min(...seconds), unit: 's' },
    { name: 'slowest', value: Math.max(...seconds), unit: 's' },
    { name: 'median', value: count / median(seconds), unit: 'messages/s' },
    { name: 'databases / raw mail (14)', value: (first?.diskBytes ?? 0) / bytes, unit: '', goal },
    {
      name: 'the same without attachments',
      value: ((first?.diskBytes ?? 0) - (first?.attachmentBytes ?? 0)) / bytes,
      unit: '',
      goal,
    },
  ]);
}

function comparisons(peer: PeerRuns, runs: readonly ImportRun[]): Comparison[] {
  const [first] = runs;
  if (!first) return [];
  const compared = (
    name: string,
    fact: 'seconds' | 'peakBytes' | 'diskBytes' | 'idleBytes',
    goal: Comparison['goal'],
  ): Comparison => ({
    name,
    unit: fact === 'seconds' ? 's' : 'MB',
    ours: median(runs.map((run) => run[fact])) / (fact === 'seconds' ? 1 : 1e6),
    peer: {
      name: peer.name,
      value: medianOf(peer, fact) / (fact === 'seconds' ? 1 : 1e6),
      ...(peer.day && { day: peer.day }),
    },
    goal,
  });
  switch (peer.name) {
    case 'notmuch':
      return [
        compared('time of import (1)', 'seconds', { timesFaster: 8 }),
        compared('databases (14)', 'diskBytes', { atMost: 0.5 }),
        compared('peak memory (16)', 'peakBytes', { atMost: 1.5 }),
      ];
    case 'mu':
      return [compared('time of import (2)', 'seconds', { timesFaster: 4 })];
    default:
      return [
        compared('time of import (3)', 'seconds', { atMost: 2 }),
        compared('idle memory (16)', 'idleBytes', { atMost: 1.5 }),
      ];
  }
}
