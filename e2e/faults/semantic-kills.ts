import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../daemon/test-until.ts';
import { makeHome, spawnDaemon, startDaemon, type DaemonProcess } from '../daemon-process.ts';
import { syncCeilingMs } from '../peers/support/dovecot-account.ts';
import { importAll } from './import-kills.ts';
import { modeOfSearch } from './semantic-phase-kills.ts';
import { loggedErrors } from './sync-kills.ts';

/**
 * What is left after the daemon was killed while it embedded mail: the parts of messages, those with a vector, the mode in which a
 * search is answered, and what is wrong.
 */
type SemanticKillsResult = { parts: number; prepared: number; mode: string; faults: string[] };

const noServer = { caFile: '' };
const profile = 'bge-small-en-v1.5';

/**
 * Imports `root`, installs the model in `modelFolder`, and kills the daemon (`kill -9`) this many milliseconds after each of its
 * starts; then lets it finish. Each start finds mail by words at once.
 */
export async function runSemanticKills({
  root,
  modelFolder,
  killDelaysMs,
}: {
  root: string;
  modelFolder: string;
  killDelaysMs: readonly number[];
}): Promise<SemanticKillsResult> {
  const home = makeHome([]);
  const faults: string[] = [];
  try {
    await importAll(home, root);
    await killedWhile(await startDaemon(home, noServer), (daemon) =>
      daemon.ask('semantic.installFrom', { profile, folder: modelFolder }),
    );
    const installing = await startDaemon(home, noServer);
    await installing.ask('semantic.installFrom', { profile, folder: modelFolder });
    await installing.kill();
    for (const ms of killDelaysMs) {
      const daemon = spawnDaemon(home, noServer);
      await wait(ms);
      await daemon.kill();
    }
    const daemon = await startDaemon(home, noServer);
    try {
      const found = await daemon.ask('search.find', { q: 'the', mode: 'lexical' });
      if (found.mode !== 'lexical') faults.push('a lexical search was not lexical');
      await untilPrepared(daemon);
      const record = await recordOf(daemon);
      const mode = await modeOfSearch(daemon);
      await daemon.stop();
      return {
        parts: record?.progress_total ?? 0,
        prepared: record?.progress_completed ?? 0,
        mode,
        faults: [...faults, ...loggedErrors(home)],
      };
    } finally {
      await daemon.kill();
    }
  } finally {
    home.remove();
  }
}

/** Kills the daemon while it does something. */
async function killedWhile(daemon: DaemonProcess, work: (daemon: DaemonProcess) => Promise<unknown>): Promise<void> {
  const working = work(daemon).catch(() => undefined);
  await wait(50);
  await daemon.kill();
  await working;
}

async function recordOf(daemon: DaemonProcess) {
  const { status } = await daemon.ask('semantic.status', {});
  return status.profiles.find((each) => each.profile === profile);
}

async function untilPrepared(daemon: DaemonProcess): Promise<void> {
  await until(
    'all mail is prepared for searching by meaning',
    async () => {
      const record = await recordOf(daemon);
      return record?.status === 'ready' && record.activated_at !== null;
    },
    { everyMs: 100, withinMs: syncCeilingMs },
  );
}
