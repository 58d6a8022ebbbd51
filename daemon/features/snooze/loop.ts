import { dueLoop, type DueLoop } from '../../base/due-loop.ts';
import { instantOf } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Account } from '../../mail/accounts.ts';
import type { ActivityRecorder } from '../../mail/activity.ts';
import type { Actor, ApplyParts, MayStill } from '../../mail/apply.ts';
import { keepForGood } from '../../mail/mutations/journal.ts';
import { dueSnoozes, nextWake, snoozeOf, type Snooze } from '../../mail/snoozes.ts';
import { wakeMail } from './wake.ts';

export type SnoozeLoopParts = ApplyParts &
  Pick<ActivityRecorder, 'noteLater'> & { log: Log; mayStill: MayStill; accounts: () => readonly Account[] };

/** Wakes mail whose moment has come: as it comes, at the start, and after the computer has slept. */
export function snoozeLoop(parts: SnoozeLoopParts): DueLoop {
  const { db, clock, log, accounts, noteLater } = parts;
  return dueLoop({
    name: 'snooze',
    clock,
    log,
    due: (now) => dueSnoozes(db, now),
    nextAfter: (now) => nextWake(db, now),
    act: (id) =>
      db.transaction(() => {
        const snooze = snoozeOf(db, id);
        if (!snooze || snooze.wake_at > instantOf(clock.now())) return;
        const account = accounts().find((each) => each.id === snooze.account);
        if (!account) return;
        const actor = actorFor(snooze, parts);
        const woken = wakeMail(parts, { account, snooze, actor });
        const { message_id } = snooze;
        noteLater({ action: 'mail.wake', actor, account_id: account.account_id, message_id });
        // It would wake again at once.
        keepForGood(db, woken.id);
      }),
  });
}

/** Mail that somebody may not touch any more comes back all the same: nobody is to miss it for that. */
function actorFor(snooze: Snooze, { mayStill, log }: Pick<SnoozeLoopParts, 'mayStill' | 'log'>): Actor {
  const refusal = mayStill(snooze, { safety: 'mutate' }, snooze.account);
  if (refusal === undefined) return { origin: snooze.origin, token_id: snooze.token_id };
  log.info(
    { message: snooze.message_id, origin: snooze.origin, refusal },
    'snoozed mail is woken by the daemon itself',
  );
  return { origin: 'daemon' };
}
