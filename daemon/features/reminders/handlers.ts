import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Handlers } from '../../handler-types.ts';
import { displayChange, type ApplyDeps } from '../../mail/mutations/apply.ts';
import { flagBits } from '../../mail/messages/flags.ts';
import { requireMessage, messagesByIds, recipientsOf } from '../../mail/messages/messages.ts';
import { isAnswered, firedListedMs, listReminders, removeReminder, saveReminder } from '../../mail/later/reminders.ts';
import type { ReadDb } from '../../store/db.ts';
import type { remindersRequests } from './contract.ts';

type RemindersDeps = {
  clock: Clock;
  onMutationResult: ApplyDeps['onMutationResult'];
  /** Called when the next due reminder may have changed. */
  onReminderSet: () => void;
};

export function remindersHandlers({
  clock,
  onMutationResult,
  onReminderSet,
}: RemindersDeps): Handlers<typeof remindersRequests> {
  return {
    list(_input, { db, accounts }) {
      const since = instantOf(new Date(clock.now().getTime() - firedListedMs));
      return { kind: 'Reminders', reminders: recordsOf(db, listReminders(db, accounts, since)) };
    },
    set({ sent_message_id, remind_at }, { db, caller, accounts }) {
      const { id, account, direction, flags } = requireMessage(db, accounts, sent_message_id);
      const now = instantOf(clock.now());
      if (direction !== 'outbound' || flags & flagBits.DRAFT) throw notSent();
      if (remind_at <= now) throw timePast();
      if (isAnswered(db, id)) throw alreadyAnswered();
      saveReminder(db, id, { remind_at, made_at: now, origin: caller.origin, token_id: caller.token_id });
      onMutationResult(displayChange(account, [id]));
      onReminderSet();
      return { kind: 'Ack' };
    },
    cancel({ message_id }, { db, accounts }) {
      const { id, account } = requireMessage(db, accounts, message_id);
      if (removeReminder(db, id)) onMutationResult(displayChange(account, [id]));
      return { kind: 'Ack' };
    },
  };
}

function recordsOf(db: ReadDb, reminders: ReturnType<typeof listReminders>) {
  const messages = new Map(
    messagesByIds(
      db,
      reminders.map(({ message }) => message),
    ).map((message) => [message.id, message]),
  );
  return reminders.flatMap(({ message: id, remind_at, fired_at }) => {
    const message = messages.get(id);
    if (!message) return [];
    const { message_id: sent_message_id, account_id, thread_id, subject, snippet } = message;
    const { to } = recipientsOf(message);
    return [{ sent_message_id, account_id, thread_id, to, subject, snippet, remind_at, fired_at }];
  });
}

function notSent(): Failure {
  const sentence = 'Reminders are for mail that you sent. To see a message again later, snooze it.';
  return new Failure('invalid', 'not_sent', sentence);
}

function timePast(): Failure {
  return new Failure('invalid', 'time_past', 'That time has passed. Choose a later one.');
}

function alreadyAnswered(): Failure {
  return new Failure('conflict', 'already_answered', 'This message already has a reply.');
}
