import { instantOf } from '../../base/clock.ts';
import { dueLoop, type DueLoop } from '../../base/due-loop.ts';
import type { Log } from '../../base/log.ts';
import type { Account } from '../../mail/accounts.ts';
import type { ActivityRecorder } from '../../mail/activity.ts';
import { shownOtherwise, type ApplyParts, type MayStill } from '../../mail/apply.ts';
import { refreshThreadsOf } from '../../mail/mutations/settle.ts';
import { moveInLists } from '../../mail/placements.ts';
import {
  dueReminders,
  forgetFired,
  isAnswered,
  listedMs,
  nextReminder,
  noteFired,
  remindersAnsweredBy,
  removeReminder,
  waitingReminder,
  type Reminder,
} from '../../mail/reminders.ts';

export type ReminderLoopParts = ApplyParts &
  Pick<ActivityRecorder, 'noteLater'> & { log: Log; mayStill: MayStill; accounts: () => readonly Account[] };

export type ReminderLoop = DueLoop & {
  /** New mail is stored: what it answers is not reminded of. */
  noteStored(account: Account, added: readonly number[]): void;
};

/** Tells once of sent mail that nobody has answered by its time, and brings it to the top of its lists. */
export function reminderLoop(parts: ReminderLoopParts): ReminderLoop {
  const { db, clock, log, onActed } = parts;
  const loop = dueLoop({
    name: 'reminders',
    clock,
    log,
    due: (now) => dueReminders(db, now),
    nextAfter: (now) => nextReminder(db, now),
    act: (id) =>
      db.transaction(() => {
        const reminder = waitingReminder(db, id);
        if (reminder && reminder.remind_at <= instantOf(clock.now())) remind(parts, reminder);
      }),
  });
  return {
    ...loop,
    noteStored(account, added) {
      if (added.length === 0) return;
      const answered = remindersAnsweredBy(db, added);
      if (answered.length === 0) return;
      db.transaction(() => answered.forEach((id) => removeReminder(db, id)));
      onActed(shownOtherwise(account, answered));
    },
  };
}

function remind(parts: ReminderLoopParts, reminder: Reminder): void {
  const { db, clock, log, onActed, noteLater, mayStill, accounts } = parts;
  const { message: id, message_id: sent_message_id } = reminder;
  const account = accounts().find((each) => each.id === reminder.account);
  if (!account) return;
  const refusal = mayStill(reminder, { safety: 'mutate' }, account.id);
  if (refusal !== undefined) log.warn({ message: sent_message_id, refusal }, 'a reminder is dropped');
  if (refusal !== undefined || isAnswered(db, id)) {
    removeReminder(db, id);
    return onActed(shownOtherwise(account, [id]));
  }
  const now = clock.now();
  noteFired(db, id, instantOf(now));
  forgetFired(db, instantOf(new Date(now.getTime() - listedMs)));
  moveInLists(db, id, Math.floor(now.getTime() / 1000));
  refreshThreadsOf(db, [id]);
  const { account_id } = account;
  noteLater({ action: 'reminders.fire', actor: reminder, account_id, message_id: sent_message_id });
  onActed(shownOtherwise(account, [id], [{ event: 'ReminderTriggered', account_id, sent_message_id }]));
}
