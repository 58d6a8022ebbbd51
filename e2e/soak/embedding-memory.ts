/**
 * `npm run soak -- embedding-memory [MESSAGES]`: the memory of the daemon before any search by meaning, at most while mail is embedded and
 * while it is embedded anew with another model and searched meanwhile, and after the embedder and the vectors have ended because they were
 * idle. Both models have the size and shape of `bge-small-en-v1.5` in 32 bits, with random numbers; quantized ones take less. Fails if
 * embedding adds more than 350 MB, if more than 25 MB stay, or if no search by meaning is answered during the change.
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
const [profile, other] = ['bge-small-en-v1.5', 'multilingual-e5-small'] as const;
type Profile = typeof profile | typeof other;

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
  await isOver(daemon);
  const before = await idleMemoryBytes(daemon.pid);
  const wasLoaded = hasRuntime(daemon.pid);
  const watch = watchMemory(daemon.pid);
  const peakBefore = watch.peak();
  await daemon.ask('semantic.installFrom', { profile, folder: modelFolder });
  await untilEmbedded(daemon, profile);
  const peak = watch.peak();
  watch.stop();
  const changing = watchMemory(daemon.pid);
  const modes = await changeProfile(daemon);
  const changePeak = changing.peak();
  changing.stop();
  await until('the model and the vectors have left memory', () => isOver(daemon), {
    withinMs: limitMs,
    everyMs: 10_000,
  });
  const after = await idleMemoryBytes(daemon.pid);
  const added = peak - before;
  const kept = after - before;
  printFigures(`The memory of the daemon while ${messages} messages are embedded`, [
    { name: 'before', value: before / 1e6, unit: 'MB' },
    { name: 'the most since the start, before', value: peakBefore / 1e6, unit: 'MB' },
    { name: 'added while mail is embedded', value: added / 1e6, unit: 'MB', goal: { below: most.added / 1e6 } },
    {
      name: 'added while the model is changed',
      value: (changePeak - before) / 1e6,
      unit: 'MB',
      goal: { below: most.added / 1e6 },
    },
    { name: 'left when both have ended', value: kept / 1e6, unit: 'MB', goal: { below: most.kept / 1e6 } },
  ]);
  console.log(
    `The runtime is ${wasLoaded ? '' : 'not '}loaded before, and ${hasRuntime(daemon.pid) ? '' : 'not '}after.`,
  );
  const byMeaning = modes.filter((mode) => mode === 'semantic').length;
  console.log(`During the change ${byMeaning} of ${modes.length} searches were answered by meaning.`);
  const isSmall = Math.max(added, changePeak - before) < most.added && kept < most.kept;
  process.exitCode = isSmall && !wasLoaded && byMeaning > 0 ? 0 : 1;
  await daemon.stop();
} finally {
  await daemon.kill();
  home.remove();
}

function hasRuntime(pid: number): boolean {
  return readFileSync(`/proc/${pid}/maps`, 'utf8').includes('onnxruntime');
}

/** The embedder ends when it was not needed for a minute, and the vectors after five. */
async function isOver({ ask }: DaemonProcess): Promise<boolean> {
  const { report } = await ask('diagnostics.report', {});
  return report.workers.every(({ name, state }) => !['embedder', 'vectors'].includes(name) || state === 'idle');
}

async function untilEmbedded(daemon: DaemonProcess, model: Profile): Promise<void> {
  await until('all mail is embedded', () => isEmbedded(daemon, model), { withinMs: limitMs, everyMs: 500 });
}

async function isEmbedded({ ask }: DaemonProcess, model: Profile): Promise<boolean> {
  const { status } = await ask('semantic.status', {});
  const record = status.profiles.find((each) => each.profile === model);
  return record?.status === 'ready' && record.activated_at !== null;
}

/** Embeds all mail with the other model, and searches meanwhile. Returns the modes in which these searches were answered. */
async function changeProfile(daemon: DaemonProcess): Promise<string[]> {
  await daemon.ask('semantic.installFrom', { profile: other, folder: modelFolder });
  await daemon.ask('semantic.use', { profile: other });
  const modes: string[] = [];
  const isChanged = async () => {
    if (await isEmbedded(daemon, other)) return true;
    modes.push((await daemon.ask('search.find', { q: 'harbour', mode: 'semantic' })).mode);
    return false;
  };
  await until('all mail is embedded with the other model', isChanged, { withinMs: limitMs, everyMs: 2_000 });
  return modes;
}
