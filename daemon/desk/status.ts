import { isDeepStrictEqual } from 'node:util';
import { instantOf, systemClock } from '../base/clock.ts';
import { allAccounts } from '../mail/accounts.ts';
import { pausedUntil } from '../mail/pause.ts';
import { syncStatusOf } from '../mail/sync-state.ts';
import type { DeskStatus } from './desk.ts';
import { unreadConversations } from './notices-store.ts';
import type { DeskParts } from './open-desk.ts';
import { paced } from './pace.ts';
import { deskState } from './status-state.ts';

export type Status = {
  /** Something may have changed of which no event tells. */
  look(): void;
  close(): void;
};

/** It is told this often at the most, in milliseconds. */
const tellEvery = 250;
/** No timer runs longer than that. */
const longestWait = 86_400_000;

/** Tells the desktop how everything is: at the start, and whenever that changes. */
export function openStatus({ desk, read, clock, log, events, progress }: DeskParts): Status {
  const ending = new AbortController();
  /** Accounts of which a pass has ended well since the start, by public id. */
  const looked = new Set<string>();
  let told: DeskStatus | undefined;
  let awaited: string | null = null;

  function statusNow(): DeskStatus {
    const accounts = allAccounts(read).map((account) => ({
      account,
      sync: syncStatusOf(read, account, progress),
      hasLooked: looked.has(account.account_id),
    }));
    const paused_until = pausedUntil(read, instantOf(clock.now()));
    return { unread: unreadConversations(read), paused_until, ...deskState(accounts) };
  }

  function tell(): void {
    try {
      const status = statusNow();
      if (!isDeepStrictEqual(status, told)) desk.tell((told = status));
      if (status.paused_until !== awaited) void awaitEnd((awaited = status.paused_until));
    } catch (failed) {
      log.error({ err: failed }, 'how everything is could not be told');
    }
  }

  /** No event tells that a pause is over. */
  async function awaitEnd(until: string | null): Promise<void> {
    while (until !== null && until === awaited && !ending.signal.aborted) {
      const left = Date.parse(until) - clock.now().getTime();
      if (left <= 0) return pace.ask();
      await clock.wait(Math.min(left, longestWait), ending.signal);
    }
  }

  const pace = paced(tell, tellEvery, systemClock.wait);
  const unsubscribe = events.subscribe((recorded) => {
    for (const event of recorded) if (event.event === 'SyncCompleted') looked.add(event.account_id);
    pace.ask();
  });
  pace.ask();
  return {
    look: pace.ask,
    close() {
      unsubscribe();
      ending.abort();
      pace.close();
    },
  };
}
