/**
 * `npm run soak -- embedding-memory [MESSAGES]`: the memory of the daemon before any search by meaning, at most while mail is embedded, and
 * after the embedder has ended because it was idle. The model has the size and shape of `bge-small-en-v1.5` in 32 bits, with random
 * numbers; a quantized one takes less. Fails if embedding adds more than 350 MB, or if more than 25 MB stay.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeLargeTestModel } from '../../daemon/models/test-model.ts';
import { testFolder } from '../../daemon/test-folder.ts';
import { until } from '../../daemon/test-until.ts';
import { idleMemoryBytes, watchMemory } from '../bench/report/memory.ts';
import { printFigures } from '../bench/report/table.ts';
import { makeHome, startDaemon, type DaemonProcess } from '../daemon-process.ts';
import { importAll } from '../faults/import-kills.ts';
import { writeMailTree } from '../faults/mail-tree.ts';
import { randomMessages } from '../peers/support/test-messages.ts';

const [messages = 60] = process.argv.slice(2).map(Number);
const profile = 'bge-small-en-v1.5';
const most = { added: 350e6, kept: 25e6 };
const limitMs = 30 * 60_000;

const modelFolder = testFolder();
writeLargeTestModel(modelFolder);
const root = join(testFolder(), 'mail');
writeMailTree(root, new Map([['', randomMessages({ count: messages, seed: 5 })]]));
const home = makeHome([]);
await importAll(home, root);
const daemon = await startDaemon(home, { caFile: '', isBundled: true });
try {
  // What the requests of this program need is loaded before, so that it does not count.
  await daemon.ask('search.find', { q: 'harbour' });
  await daemon.ask('semantic.status', {});
  await stateOfEmbedder(daemon);
  const before = await idleMemoryBytes(daemon.pid);
  const wasLoaded = hasRuntime(daemon.pid);
  const watch = watchMemory(daemon.pid);
  const peakBefore = watch.peak();
  await daemon.ask('semantic.installFrom', { profile, folder: modelFolder });
  await untilEmbedded(daemon);
  const peak = watch.peak();
  watch.stop();
  await until('the embedder has ended', async () => (await stateOfEmbedder(daemon)) === 'idle', { withinMs: limitMs });
  const after = await idleMemoryBytes(daemon.pid);
  const added = peak - before;
  const kept = after - before;
  printFigures(`The memory of the daemon while ${messages} messages are embedded`, [
    { name: 'before', value: before / 1e6, unit: 'MB' },
    { name: 'the most since the start, before', value: peakBefore / 1e6, unit: 'MB' },
    { name: 'added while mail is embedded', value: added / 1e6, unit: 'MB', goal: { below: most.added / 1e6 } },
    { name: 'left when the embedder has ended', value: kept / 1e6, unit: 'MB', goal: { below: most.kept / 1e6 } },
  ]);
  console.log(
    `The runtime is ${wasLoaded ? '' : 'not '}loaded before, and ${hasRuntime(daemon.pid) ? '' : 'not '}after.`,
  );
  process.exitCode = added < most.added && kept < most.kept && !wasLoaded ? 0 : 1;
  await daemon.stop();
} finally {
  await daemon.kill();
  home.remove();
}

function hasRuntime(pid: number): boolean {
  return readFileSync(`/proc/${pid}/maps`, 'utf8').includes('onnxruntime');
}

async function stateOfEmbedder({ ask }: DaemonProcess): Promise<string | undefined> {
  const { report } = await ask('diagnostics.report', {});
  return report.workers.find(({ name }) => name === 'embedder')?.state;
}

async function untilEmbedded({ ask }: DaemonProcess): Promise<void> {
  const isDone = async () => {
    const { status } = await ask('semantic.status', {});
    const record = status.profiles.find((each) => each.profile === profile);
    return record?.status === 'ready' && record.activated_at !== null;
  };
  await until('all mail is embedded', isDone, { withinMs: limitMs, everyMs: 500 });
}
