import { dueLoop, type DueLoop } from '../../base/due-loop.ts';
import { instantOf } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import type { ActivityRecorder } from '../../mail/activity/recorder.ts';
import type { Actor, ApplyDeps, DeferredAuthorization } from '../../mail/mutations/apply.ts';
import { makeIrreversible } from '../../mail/mutations/journal.ts';
import { dueSnoozes, nextWakeAt, snoozeOf, type Snooze } from '../../mail/later/snoozes.ts';
import { wakeMail } from './wake.ts';

type SnoozeLoopDeps = ApplyDeps &
  Pick<ActivityRecorder, 'recordDeferred'> & {
    log: Log;
    authorizeDeferred: DeferredAuthorization;
    accounts: () => readonly Account[];
  };

/** Wakes snoozed mail that is due: at its time, at the start, and after the computer has slept. */
export function snoozeLoop(deps: SnoozeLoopDeps): DueLoop {
  const { db, clock, log, accounts, recordDeferred } = deps;
  return dueLoop({
    name: 'snooze',
    clock,
    log,
    due: (now) => dueSnoozes(db, now),
    nextAfter: (now) => nextWakeAt(db, now),
    act: (id) =>
      db.transaction(() => {
        const snooze = snoozeOf(db, id);
        if (!snooze || snooze.wake_at > instantOf(clock.now())) return;
        const account = accounts().find((each) => each.id === snooze.account);
        if (!account) return;
        const actor = actorFor(snooze, deps);
        const woken = wakeMail(deps, { account, snooze, actor });
        const { message_id } = snooze;
        recordDeferred({ action: 'mail.wake', actor, account_id: account.account_id, message_id });
        // An undo would snooze mail that wakes again at once.
        makeIrreversible(db, woken.id);
      }),
  });
}

/** Mail wakes even if the caller that snoozed it has lost the permission, so that the user does not miss it. */
function actorFor(
  snooze: Snooze,
  { authorizeDeferred, log }: Pick<SnoozeLoopDeps, 'authorizeDeferred' | 'log'>,
): Actor {
  const refusal = authorizeDeferred(snooze, { safety: 'mutate' }, snooze.account);
  if (refusal === undefined) return { origin: snooze.origin, token_id: snooze.token_id };
  log.info(
    { message: snooze.message_id, origin: snooze.origin, refusal },
    'snoozed mail is woken by the daemon itself',
  );
  return { origin: 'daemon' };
}
