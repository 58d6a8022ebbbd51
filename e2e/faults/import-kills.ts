import { join } from 'node:path';
import { connectTo, type Client } from '../../daemon/fronts/client.ts';
import { until } from '../../daemon/test-until.ts';
import type { Reply } from '../../daemon/test-daemon.ts';
import { auditStore } from '../peers/support/store-audit.ts';
import { syncCeilingMs } from '../peers/support/dovecot-account.ts';
import type { ServerFolder } from '../peers/support/second-client.ts';
import { makeHome, startDaemon, type Home } from '../daemon-process.ts';
import { loggedErrors, killAt, type KillTime } from './sync-kills.ts';

/** The result of an import that was killed repeatedly; `faults` has a sentence for each fault at the end. */
type ImportKillsResult = { status: string; messages: number; faults: string[] };

const noServer = { caFile: '' };

/**
 * Begins to import `root`, kills the daemon (`kill -9`) at each of `moments` and starts it again, and lets it finish; then
 * compares store, index and files. The import is requested only once. `onKill` receives every kill, with the number of
 * messages stored by then if it is known.
 */
export async function runImportKills({
  root,
  expectedFolders,
  killTimes,
  onKill = () => undefined,
}: {
  root: string;
  expectedFolders: readonly ServerFolder[];
  killTimes: readonly KillTime[];
  onKill?: (kill: { number: number; killTime: KillTime; stored: number | undefined }) => void;
}): Promise<ImportKillsResult> {
  const home = makeHome([]);
  try {
    let job_id: string | undefined;
    for (const [index, killTime] of killTimes.entries()) {
      const stored = await killAt(killTime, {
        home,
        start: noServer,
        onStarted: async () => {
          job_id ??= await startImport(home, root);
        },
      });
      onKill({ number: index + 1, killTime, stored });
    }
    const { status, messages } = await untilImported(home, job_id ?? '');
    return { status, messages, faults: [...auditStore(home.dataDir, expectedFolders), ...loggedErrors(home)] };
  } finally {
    home.remove();
  }
}

/** Imports `root` into a home whose daemon is not running, and waits until search covers all of it. */
export async function importAll(home: Home, root: string): Promise<void> {
  const daemon = await startDaemon(home, noServer);
  const job_id = await startImport(home, root).finally(daemon.stop);
  await untilImported(home, job_id);
}

async function startImport(home: Home, path: string): Promise<string> {
  return withSocket(home, async ({ ask }) => ((await ask('import.start', { path })) as Reply<'import.start'>).job_id);
}

async function untilImported(home: Home, job_id: string): Promise<{ status: string; messages: number }> {
  const daemon = await startDaemon(home, noServer);
  try {
    let status = '';
    await withSocket(home, ({ ask }) =>
      until(
        'the import has ended',
        async () => {
          ({ status } = (await ask('import.get', { job_id })) as Reply<'import.get'>);
          return status !== 'running';
        },
        { withinMs: syncCeilingMs },
      ),
    );
    let messages = 0;
    await until('search covers all of it', async () => {
      const { search_coverage, total_messages } = await daemon.ask('admin.status', {});
      messages = total_messages;
      return search_coverage.indexed === search_coverage.stored;
    });
    await daemon.stop();
    return { status, messages };
  } finally {
    await daemon.kill();
  }
}

/** The local socket of the daemon that runs on `home`. */
export async function withSocket<T>({ dataDir }: Home, use: (client: Client) => Promise<T>): Promise<T> {
  const client = await connectTo(join(dataDir, 's'), { timeoutMs: 60_000 });
  if (!client) throw new Error('The daemon does not serve its local socket.');
  try {
    return await use(client);
  } finally {
    client.close();
  }
}
