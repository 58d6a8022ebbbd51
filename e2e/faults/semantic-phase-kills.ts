import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../daemon/test-until.ts';
import { makeHome, startDaemon, type DaemonProcess, type Home } from '../daemon-process.ts';
import { importAll } from './import-kills.ts';
import { loggedErrors } from './sync-kills.ts';

/** What the daemon is killed in: all of it embeds mail that has been embedded before. */
const semanticPhases = ['reindex', 'backfill', 'other files', 'profile switch', 'lost index'] as const;
type SemanticPhase = (typeof semanticPhases)[number];

type PhaseResult = {
  phase: SemanticPhase;
  /** The modes in which searches by both were answered right after each start. */
  modes: string[];
  /** Parts of messages at the end, and those with a vector. */
  parts: number;
  prepared: number;
};

type PhaseOptions = {
  /** The folder of the mail. */
  root: string;
  /** Two models of the same form. */
  models: { first: string; second: string };
  killDelaysMs: readonly number[];
};

const noServer = { caFile: '' };
const small = 'bge-small-en-v1.5';
const other = 'multilingual-e5-small';

/**
 * Embeds all mail of `root`, then begins each phase and kills the daemon (`kill -9`) these milliseconds after its beginning and after
 * each further start; then lets it finish. Returns what each phase left, and the errors that were logged.
 */
export async function runSemanticPhaseKills({
  root,
  models,
  killDelaysMs,
}: PhaseOptions): Promise<{ phases: PhaseResult[]; faults: string[] }> {
  const home = makeHome([]);
  try {
    await importAll(home, root);
    await withDaemon(home, async (daemon) => {
      await daemon.ask('semantic.installFrom', { profile: small, folder: models.first });
      await untilPrepared(daemon);
    });
    const phases: PhaseResult[] = [];
    for (const phase of semanticPhases) phases.push(await runPhase(home, phase, { models, killDelaysMs }));
    return { phases, faults: loggedErrors(home) };
  } finally {
    home.remove();
  }
}

async function runPhase(
  home: Home,
  phase: SemanticPhase,
  { models, killDelaysMs }: Pick<PhaseOptions, 'models' | 'killDelaysMs'>,
): Promise<PhaseResult> {
  if (phase === 'lost index') removeIndex(home);
  const modes: string[] = [];
  for (const [at, ms] of killDelaysMs.entries())
    await withDaemon(home, async (daemon) => {
      if (at === 0) await begin(daemon, phase, models);
      else modes.push(await modeOfSearch(daemon));
      await wait(ms);
      await daemon.kill();
    });
  return withDaemon(home, async (daemon) => {
    modes.push(await modeOfSearch(daemon));
    const { progress_total, progress_completed } = await untilPrepared(daemon);
    modes.push(await modeOfSearch(daemon));
    return { phase, modes, parts: progress_total, prepared: progress_completed };
  });
}

async function begin(daemon: DaemonProcess, phase: SemanticPhase, models: PhaseOptions['models']): Promise<void> {
  switch (phase) {
    case 'reindex':
      await daemon.ask('semantic.reindex', {});
      return;
    case 'backfill':
      await daemon.ask('semantic.reindex', {});
      await cancelEmbedding(daemon);
      await daemon.ask('semantic.backfill', {});
      return;
    case 'other files':
      await daemon.ask('semantic.installFrom', { profile: small, folder: models.second });
      return;
    case 'profile switch':
      await daemon.ask('semantic.installFrom', { profile: other, folder: models.first });
      await daemon.ask('semantic.use', { profile: other });
      return;
    case 'lost index':
  }
}

async function cancelEmbedding(daemon: DaemonProcess): Promise<void> {
  await until('the embedding is cancelled', async () => {
    const { jobs } = await daemon.ask('jobs.list', {});
    const running = jobs.find(({ kind, status }) => kind === 'semantic.embed' && status === 'running');
    if (running) await daemon.ask('jobs.cancel', { job_id: running.job_id });
    const { is_paused, status } = await wantedRecord(daemon);
    return is_paused || status === 'ready';
  });
}

/** The mode in which a search by both is answered. It is repeated, because one during which the model is loaded may be too late. */
export async function modeOfSearch(daemon: DaemonProcess): Promise<string> {
  let mode = '';
  await until('a search is answered by both', async () => {
    ({ mode } = await daemon.ask('search.find', { q: 'a trip by car', mode: 'hybrid' }));
    return mode === 'hybrid';
  });
  return mode;
}

async function wantedRecord(daemon: DaemonProcess) {
  const { status } = await daemon.ask('semantic.status', {});
  return status.profiles.find(({ profile }) => profile === status.wanted_profile)!;
}

async function untilPrepared(daemon: DaemonProcess) {
  await until(
    'all mail is prepared for searching by meaning',
    async () => {
      const { status, progress_total, progress_completed } = await wantedRecord(daemon);
      return status === 'ready' && progress_total > 0 && progress_completed === progress_total;
    },
    { everyMs: 100, withinMs: 600_000 },
  );
  return wantedRecord(daemon);
}

async function withDaemon<T>(home: Home, use: (daemon: DaemonProcess) => Promise<T>): Promise<T> {
  const daemon = await startDaemon(home, noServer);
  try {
    return await use(daemon);
  } finally {
    await daemon.kill();
  }
}

function removeIndex({ dataDir }: Home): void {
  for (const name of ['index.db', 'index.db-wal', 'index.db-shm']) rmSync(join(dataDir, name), { force: true });
}
