import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../daemon/test-ceiling.ts';
import { auditStore } from '../peers/audit.ts';
import type { ServerFolder } from '../peers/second-client.ts';
import { makeHome, spawnDaemon, startDaemon, type Home } from '../process.ts';
import { importAll } from './import-kills.ts';
import { complaintsIn } from './kills.ts';

/** What became of an index whose rebuilding was killed again and again; `faults` is what is wrong in the end. */
export type RebuildAftermath = { messages: number; faults: string[] };

const noServer = { caFile: '' };

/**
 * Imports `root`, takes its index away, and kills the daemon (`kill -9`) so many milliseconds after each of its starts while
 * it makes a new one; every third time the half-made index is taken away as well. Then lets it finish, and compares.
 */
export async function surviveRebuildKills({
  root,
  held,
  moments,
  onKill = () => undefined,
}: {
  root: string;
  held: readonly ServerFolder[];
  moments: readonly number[];
  onKill?: (number: number, ms: number) => void;
}): Promise<RebuildAftermath> {
  const home = makeHome([]);
  try {
    await importAll(home, root);
    for (const [number, ms] of moments.entries()) {
      if (number % 3 === 0) loseIndex(home);
      const daemon = spawnDaemon(home, noServer);
      await wait(ms);
      await daemon.kill();
      onKill(number + 1, ms);
    }
    const messages = await untilCovered(home);
    return { messages, faults: [...auditStore(home.dataDir, held), ...complaintsIn(home)] };
  } finally {
    home.remove();
  }
}

function loseIndex({ dataDir }: Home): void {
  for (const name of ['index.db', 'index.db-wal', 'index.db-shm']) rmSync(join(dataDir, name), { force: true });
}

/** How many messages search finds once it covers all that is stored. */
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
