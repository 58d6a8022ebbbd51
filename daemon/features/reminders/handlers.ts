import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Handlers } from '../../handling.ts';
import { shownOtherwise, type ApplyParts } from '../../mail/apply.ts';
import { flagBits } from '../../mail/flags.ts';
import { messageOf, messagesByIds, recipientsOf } from '../../mail/messages.ts';
import { isAnswered, listedMs, remindedMail, removeReminder, saveReminder } from '../../mail/reminders.ts';
import type { ReadDb } from '../../store/db.ts';
import type { remindersRequests } from './contract.ts';

export type RemindersParts = {
  clock: Clock;
  onActed: ApplyParts['onActed'];
  /** Something else may be the next that is due. */
  onReminder: () => void;
};

export function remindersHandlers({ clock, onActed, onReminder }: RemindersParts): Handlers<typeof remindersRequests> {
  return {
    list(_input, { db, accounts }) {
      const since = instantOf(new Date(clock.now().getTime() - listedMs));
      return { kind: 'Reminders', reminders: recordsOf(db, remindedMail(db, accounts, since)) };
    },
    set({ sent_message_id, remind_at }, { db, caller, accounts }) {
      const { id, account, direction, flags } = messageOf(db, accounts, sent_message_id);
      const now = instantOf(clock.now());
      if (direction !== 'outbound' || flags & flagBits.DRAFT) throw notSent();
      if (remind_at <= now) throw past();
      if (isAnswered(db, id)) throw answered();
      saveReminder(db, id, { remind_at, made_at: now, origin: caller.origin, token_id: caller.token_id });
      onActed(shownOtherwise(account, [id]));
      onReminder();
      return { kind: 'Ack' };
    },
    cancel({ message_id }, { db, accounts }) {
      const { id, account } = messageOf(db, accounts, message_id);
      if (removeReminder(db, id)) onActed(shownOtherwise(account, [id]));
      return { kind: 'Ack' };
    },
  };
}

function recordsOf(db: ReadDb, reminders: ReturnType<typeof remindedMail>) {
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
  const sentence = 'Reminders are for mail that you sent. To have a message come back, snooze it.';
  return new Failure('invalid', 'not_sent', sentence);
}

function past(): Failure {
  return new Failure('invalid', 'time_past', 'That time is over: choose a later one.');
}

function answered(): Failure {
  return new Failure('conflict', 'already_answered', 'Somebody has answered this message already.');
}
