import { setImmediate as nextTurn } from 'node:timers/promises';
import { bellWith } from '../../base/bell.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Loop } from '../../base/loop.ts';
import type { Announcement } from '../../contract/events.ts';
import { endRemoval, removalsDue, removeCached, removeSome } from '../../mail/account-removal.ts';
import { removeTraces } from '../../mail/account-traces.ts';
import type { WriteDb } from '../../store/db.ts';

export type RemovalLoop = Loop & { ring(): void };

export type RemovalLoopParts = {
  clock: Clock;
  log: Log;
  write: WriteDb;
  activity: WriteDb;
  announce: (announcement: Announcement) => void;
  /** Removes what was cut out of messages, where no other message names it. */
  removeBlobs: (hashes: readonly string[]) => void;
  /** Where what can be fetched again is kept. */
  cacheFolder: () => string;
  /** The index has something to forget. */
  nudgeIndexer: () => void;
};

type Doomed = ReturnType<typeof removalsDue>[number];

/** No event names more messages than this; its `total` is the true count. */
const mostIds = 100;

/**
 * Deletes the mail of accounts that were removed with it, a little at a time, and begins where it was stopped. An account
 * that config.toml has again meanwhile is left alone.
 */
export function removalLoop(parts: RemovalLoopParts): RemovalLoop {
  const bell = bellWith(parts.clock);
  return {
    name: 'account removal',
    ring: () => bell.ring(),
    async run(signal) {
      try {
        while (!signal.aborted) {
          for (const doomed of removalsDue(parts.write)) await removeAll(parts, doomed, signal);
          await bell.wait(undefined, signal);
        }
      } finally {
        // What a backup held meanwhile.
        parts.removeBlobs([]);
      }
    },
  };
}

async function removeAll(parts: RemovalLoopParts, doomed: Doomed, signal: AbortSignal): Promise<void> {
  const { write, log } = parts;
  const { account_id } = doomed;
  const ids: string[] = [];
  let total = 0;
  // Overwritten in the file, and not only given up: what was deleted must not be read out of it.
  write.exec('PRAGMA secure_delete = ON');
  try {
    for (let isDone = false; !isDone;) {
      if (signal.aborted) return;
      if (isBack(write, doomed)) return endRemoval(write, doomed);
      const removed = removeSome(write, doomed);
      isDone = removed.isDone;
      total += removed.messages.length;
      ids.push(...removed.messages.slice(0, mostIds - ids.length));
      parts.removeBlobs(removed.hashes);
      removeCached(parts.cacheFolder(), removed.files);
      if (removed.messages.length > 0) parts.nudgeIndexer();
      await nextTurn();
    }
  } finally {
    write.exec('PRAGMA secure_delete = OFF');
  }
  await removeTraces(parts.activity, account_id, signal);
  log.info({ account: account_id, messages: total }, 'the mail of a removed account has been deleted');
  parts.announce({ event: 'MailRemoved', account_id, message_ids: ids, total });
}

function isBack(write: WriteDb, { id }: Doomed): boolean {
  return removalsDue(write).some((each) => each.id === id && each.key !== null);
}
