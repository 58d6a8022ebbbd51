import { setTimeout as wait } from 'node:timers/promises';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomFrom } from '../../daemon/providers/fake/random.ts';
import { until } from '../../daemon/test-ceiling.ts';
import { auditStore } from '../peers/audit.ts';
import { accountOf, untilSynced } from '../peers/daemon-on-dovecot.ts';
import { openSecondClient, serverFolders } from '../peers/second-client.ts';
import { makeHome, spawnDaemon, startDaemon, type Home, type Start } from '../process.ts';
import type { Dovecot, MailUser } from '../servers/dovecot.ts';

/** When a process is killed: so long after it was started, or so long after it has stored so many messages. */
export type Moment = { stored?: number; ms: number };

/** What became of a mailbox whose first sync was killed again and again. */
export type Aftermath = {
  messages: number;
  /** What is wrong with the store in the end, a sentence each. */
  faults: string[];
  /** How many messages the last pass fetched, after a kill while nothing was going on. */
  fetchedAfterIdleKill: number;
};

/** One kill of five falls into the start of a process, the others into the sync, spread over all of it. */
export function killMoments({ kills, messages, seed }: { kills: number; messages: number; seed: number }): Moment[] {
  const random = randomFrom(seed);
  return Array.from({ length: kills }, (_, number) => {
    if (number % 5 === 2) return { ms: random.between(100, 1_200) };
    return { stored: Math.floor(((number + random.next()) / kills) * messages * 0.95), ms: random.below(150) };
  });
}

/**
 * Syncs the mailbox of `user` from nothing, with a daemon that is killed (`kill -9`) at each of `moments` and started
 * again; lets it finish, kills it once more while it is idle, and compares store, index and server. `onKill` hears of
 * every kill, with what was stored by then where that was known.
 */
export async function surviveKills({
  dovecot,
  user,
  moments,
  onKill = () => undefined,
}: {
  dovecot: Dovecot;
  user: MailUser;
  moments: readonly Moment[];
  onKill?: (kill: { number: number; moment: Moment; stored: number | undefined }) => void;
}): Promise<Aftermath> {
  const home = makeHome([accountOf(dovecot, user)]);
  try {
    for (const [number, moment] of moments.entries()) {
      onKill({ number: number + 1, moment, stored: await killAt(moment, { home, start: dovecot }) });
    }
    await syncAndKill(home, dovecot);
    const { messages, fetched } = await syncAndStop(home, dovecot);
    const client = await openSecondClient(dovecot, user);
    const faults = auditStore(home.dataDir, await serverFolders(client));
    await client.logout();
    return { messages, fetchedAfterIdleKill: fetched, faults: [...faults, ...complaintsIn(home)] };
  } finally {
    home.remove();
  }
}

/**
 * Starts a daemon on `home` and kills it at a moment: while it starts, or once so much is stored, after `begin` was done.
 * Gives how much was stored, where that was looked at.
 */
export async function killAt(
  { stored, ms }: Moment,
  { home, start, begin }: { home: Home; start: Start; begin?: () => Promise<void> },
): Promise<number | undefined> {
  if (stored === undefined) {
    const starting = spawnDaemon(home, start);
    await wait(ms);
    await starting.kill();
    return undefined;
  }
  const daemon = await startDaemon(home, start);
  try {
    await begin?.();
    let count = 0;
    await until(`${stored} messages are stored`, async () => {
      count = (await daemon.ask('admin.status', {})).total_messages;
      return count >= stored;
    });
    await wait(ms);
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

/** What the daemons of this home said in their log that they should never have to. */
export function complaintsIn({ dataDir }: Home): string[] {
  const file = join(dataDir, 'logs', 'daemon.log');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const errors = lines
    .map((line) => JSON.parse(line) as { level: number; msg: string })
    .filter(({ level }) => level >= 50);
  return errors.map(({ msg }) => `The log says: ${msg}`);
}
