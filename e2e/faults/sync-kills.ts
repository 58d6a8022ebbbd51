import { setTimeout as wait } from 'node:timers/promises';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomFrom } from '../../daemon/demo/random.ts';
import { until } from '../../daemon/test-until.ts';
import { auditStore } from '../peers/support/store-audit.ts';
import { dovecotAccount, untilSynced } from '../peers/support/dovecot-account.ts';
import { openSecondClient, serverFolders } from '../peers/support/second-client.ts';
import { makeHome, spawnDaemon, startDaemon, type Home, type StartOptions } from '../daemon-process.ts';
import type { Dovecot, MailUser } from '../../testing/servers/dovecot.ts';

/** When a process is killed: this long after its start, or this long after it has stored this many messages. */
export type KillTime = { afterStored?: number; delayMs: number };

/** The result of a mailbox whose first sync was killed repeatedly. */
type SyncKillsResult = {
  messages: number;
  /** A sentence for each fault of the store at the end. */
  faults: string[];
  /** How many messages the last pass fetched, after a kill while the daemon was idle. */
  fetchedAfterIdleKill: number;
};

/** One kill of five falls into the start of a process, the others into the sync, spread over all of it. */
export function randomKillTimes({
  kills,
  messages,
  seed,
}: {
  kills: number;
  messages: number;
  seed: number;
}): KillTime[] {
  const random = randomFrom(seed);
  return Array.from({ length: kills }, (_, number) => {
    if (number % 5 === 2) return { delayMs: random.between(100, 1_200) };
    return {
      afterStored: Math.floor(((number + random.fraction()) / kills) * messages * 0.95),
      delayMs: random.below(150),
    };
  });
}

/**
 * Syncs the mailbox of `user` from the beginning, with a daemon that is killed (`kill -9`) at each of `moments` and started
 * again; lets it finish, kills it once more while it is idle, and compares store, index and server. `onKill` receives every
 * kill, with the number of messages stored by then if it is known.
 */
export async function runSyncKills({
  dovecot,
  user,
  killTimes,
  onKill = () => undefined,
}: {
  dovecot: Dovecot;
  user: MailUser;
  killTimes: readonly KillTime[];
  onKill?: (kill: { number: number; killTime: KillTime; stored: number | undefined }) => void;
}): Promise<SyncKillsResult> {
  const home = makeHome([dovecotAccount(dovecot, user)]);
  try {
    for (const [number, killTime] of killTimes.entries()) {
      onKill({ number: number + 1, killTime, stored: await killAt(killTime, { home, start: dovecot }) });
    }
    await syncAndKill(home, dovecot);
    const { messages, fetched } = await syncAndStop(home, dovecot);
    const client = await openSecondClient(dovecot, user);
    const faults = auditStore(home.dataDir, await serverFolders(client));
    await client.logout();
    return { messages, fetchedAfterIdleKill: fetched, faults: [...faults, ...loggedErrors(home)] };
  } finally {
    home.remove();
  }
}

/**
 * Starts a daemon on `home`, runs `begin`, and kills the daemon at a moment: while it starts, or once enough is stored.
 * Returns how much was stored, if that was determined.
 */
export async function killAt(
  { afterStored, delayMs }: KillTime,
  { home, start, onStarted }: { home: Home; start: StartOptions; onStarted?: () => Promise<void> },
): Promise<number | undefined> {
  if (afterStored === undefined) {
    const starting = spawnDaemon(home, start);
    await wait(delayMs);
    await starting.kill();
    return undefined;
  }
  const daemon = await startDaemon(home, start);
  try {
    await onStarted?.();
    let count = 0;
    await until(`${afterStored} messages are stored`, async () => {
      count = (await daemon.ask('admin.status', {})).total_messages;
      return count >= afterStored;
    });
    await wait(delayMs);
    return count;
  } finally {
    await daemon.kill();
  }
}

async function syncAndKill(home: Home, dovecot: Dovecot): Promise<void> {
  const began = new Date();
  const daemon = await startDaemon(home, dovecot);
  await untilSynced(daemon, began).finally(daemon.kill);
}

async function syncAndStop(home: Home, dovecot: Dovecot): Promise<{ messages: number; fetched: number }> {
  const began = new Date();
  const daemon = await startDaemon(home, dovecot);
  try {
    const fetched = await untilSynced(daemon, began);
    const { total_messages: messages } = await daemon.ask('admin.status', {});
    await daemon.stop();
    return { messages, fetched };
  } finally {
    await daemon.kill();
  }
}

/** Errors in the log of the daemons of this home that must never occur. */
export function loggedErrors({ dataDir }: Home): string[] {
  const file = join(dataDir, 'logs', 'daemon.log');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const errors = lines
    .map((line) => JSON.parse(line) as { level: number; msg: string })
    .filter(({ level }) => level >= 50);
  return errors.map(({ msg }) => `The log says: ${msg}`);
}
