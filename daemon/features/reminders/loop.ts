import { instantOf } from '../../base/clock.ts';
import { dueLoop, type DueLoop } from '../../base/due-loop.ts';
import type { Log } from '../../base/log.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import type { ActivityRecorder } from '../../mail/activity/recorder.ts';
import { displayChange, type ApplyDeps, type DeferredAuthorization } from '../../mail/mutations/apply.ts';
import { refreshThreadsOfMessages } from '../../mail/mutations/apply-locally.ts';
import { messagesByIds } from '../../mail/messages/messages.ts';
import { setListPosition } from '../../mail/messages/placements.ts';
import { returnPosition } from '../../mail/later/return-position.ts';
import {
  dueReminders,
  removeFiredReminders,
  isAnswered,
  firedListedMs,
  nextReminder,
  markReminderFired,
  remindersAnsweredBy,
  removeReminder,
  pendingReminder,
  type Reminder,
} from '../../mail/later/reminders.ts';

type ReminderLoopDeps = ApplyDeps &
  Pick<ActivityRecorder, 'recordDeferred'> & {
    log: Log;
    authorizeDeferred: DeferredAuthorization;
    accounts: () => readonly Account[];
  };

type ReminderLoop = DueLoop & {
  /** Cancels the reminders of the messages that new mail answers. */
  noteStored(account: Account, added: readonly number[]): void;
};

/** Announces once sent mail that has no answer by its time, and moves it to the top of its lists. */
export function reminderLoop(deps: ReminderLoopDeps): ReminderLoop {
  const { db, clock, log, onMutationResult } = deps;
  const loop = dueLoop({
    name: 'reminders',
    clock,
    log,
    due: (now) => dueReminders(db, now),
    nextAfter: (now) => nextReminder(db, now),
    act: (id) =>
      db.transaction(() => {
        const reminder = pendingReminder(db, id);
        if (reminder && reminder.remind_at <= instantOf(clock.now())) remind(deps, reminder);
      }),
  });
  return {
    ...loop,
    noteStored(account, added) {
      if (added.length === 0) return;
      const answered = remindersAnsweredBy(db, added);
      if (answered.length === 0) return;
      db.transaction(() => answered.forEach((id) => removeReminder(db, id)));
      onMutationResult(displayChange(account, answered));
    },
  };
}

function remind(deps: ReminderLoopDeps, reminder: Reminder): void {
  const { db, clock, log, onMutationResult, recordDeferred, authorizeDeferred, accounts } = deps;
  const { message: id, message_id: sent_message_id, remind_at } = reminder;
  const account = accounts().find((each) => each.id === reminder.account);
  if (!account) return;
  const refusal = authorizeDeferred(reminder, { safety: 'mutate' }, account.id);
  if (refusal !== undefined) log.warn({ message: sent_message_id, refusal }, 'a reminder is dropped');
  if (refusal !== undefined || isAnswered(db, id)) {
    removeReminder(db, id);
    return onMutationResult(displayChange(account, [id]));
  }
  const now = clock.now();
  markReminderFired(db, id, instantOf(now));
  removeFiredReminders(db, instantOf(new Date(now.getTime() - firedListedMs)));
  setListPosition(db, id, returnPosition(db, remind_at, now));
  refreshThreadsOfMessages(db, [id]);
  const { account_id } = account;
  recordDeferred({ action: 'reminders.fire', actor: reminder, account_id, message_id: sent_message_id });
  const announcements = messagesByIds(db, [id]).map(
    ({ thread_id, subject }) =>
      ({ event: 'ReminderTriggered', account_id, sent_message_id, thread_id, subject }) as const,
  );
  onMutationResult(displayChange(account, [id], announcements));
}
