import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../daemon/test-until.ts';
import { auditStore } from '../peers/support/store-audit.ts';
import type { ServerFolder } from '../peers/support/second-client.ts';
import { makeHome, spawnDaemon, startDaemon, type Home } from '../daemon-process.ts';
import { importAll } from './import-kills.ts';
import { loggedErrors } from './sync-kills.ts';

/** The result of an index whose rebuilding was killed repeatedly; `faults` is what is wrong at the end. */
type RebuildKillsResult = { messages: number; faults: string[] };

const noServer = { caFile: '' };

/**
 * Imports `root`, removes its index, and kills the daemon (`kill -9`) this many milliseconds after each of its starts while
 * it builds a new one; every third time the partial index is removed too. Then lets it finish, and compares.
 */
export async function runRebuildKills({
  root,
  expectedFolders,
  killDelaysMs,
  onKill = () => undefined,
}: {
  root: string;
  expectedFolders: readonly ServerFolder[];
  killDelaysMs: readonly number[];
  onKill?: (number: number, ms: number) => void;
}): Promise<RebuildKillsResult> {
  const home = makeHome([]);
  try {
    await importAll(home, root);
    for (const [number, ms] of killDelaysMs.entries()) {
      if (number % 3 === 0) deleteIndex(home);
      const daemon = spawnDaemon(home, noServer);
      await wait(ms);
      await daemon.kill();
      onKill(number + 1, ms);
    }
    const messages = await untilCovered(home);
    return { messages, faults: [...auditStore(home.dataDir, expectedFolders), ...loggedErrors(home)] };
  } finally {
    home.remove();
  }
}

function deleteIndex({ dataDir }: Home): void {
  for (const name of ['index.db', 'index.db-wal', 'index.db-shm']) rmSync(join(dataDir, name), { force: true });
}

/** How many messages search finds once it covers all stored mail. */
async function untilCovered(home: Home): Promise<number> {
  const daemon = await startDaemon(home, noServer);
  try {
    let found = 0;
    await until('search covers all of it', async () => {
      const { indexed, stored } = (await daemon.ask('admin.status', {})).search_coverage;
      found = indexed;
      return stored > 0 && indexed === stored;
    });
    await daemon.stop();
    return found;
  } finally {
    await daemon.kill();
  }
}
