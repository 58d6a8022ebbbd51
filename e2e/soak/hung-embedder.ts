/**
 * `npm run soak -- hung-embedder [ROUNDS]`: how long a search by words, reading a conversation, the sync of a message and a send take while the embedder hangs in
 * native code, against the same acts of the same daemon before. Fails if one takes more than 1.2 times as long. The machine must be
 * quiet: with other work the parts of a run differ.
 */
import { median, printComparisons } from '../bench/report/table.ts';
import { hungEmbedderActs, runHungEmbedder } from '../faults/hung-embedder.ts';

const [rounds = 60] = process.argv.slice(2).map(Number);
const most = 1.2;

const { before, besideBusyCore, during, mode, searchMs, endMs } = await runHungEmbedder({ rounds, isBundled: true });
const comparisons = hungEmbedderActs.map((act) => ({
  name: act,
  unit: 'ms',
  ours: median(during[act]),
  peer: { name: 'before', value: median(before[act]) },
  goal: { atMost: most },
}));
printComparisons(`Medians of ${rounds} rounds while the embedder hangs`, comparisons);
for (const act of hungEmbedderActs)
  console.log(`${act} beside another process that keeps a core busy: ${median(besideBusyCore[act]).toFixed(1)} ms`);
console.log(
  `A search by meaning is ${mode} after ${Math.round(searchMs)} ms; the daemon ends in ${Math.round(endMs)} ms.`,
);
process.exitCode = comparisons.every(({ ours, peer }) => ours <= most * peer.value) ? 0 : 1;
