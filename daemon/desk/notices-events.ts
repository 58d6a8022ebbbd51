import type { Announcement } from '../contract/events.ts';
import { allAccounts } from '../mail/accounts.ts';
import { messageNamed, recipientsOf } from '../mail/messages.ts';
import { sendNamed } from '../mail/outbox.ts';
import { isAnswered } from '../mail/reminders.ts';
import { syncRecord } from '../mail/sync-state.ts';
import type { ReadDb } from '../store/db.ts';
import { needsPerson } from './chimes-events.ts';
import type { Posting } from './notices-board.ts';
import { arrivedMail, inInbox, remindedMessage, wokeByClock } from './notices-store.ts';
import { nameList, plainLine } from './notices-text.ts';
import { awakeWords, linesOf, lineOf, subjectOf, titleOf } from './notices-words.ts';

type Of<Kind extends Announcement['event']> = Extract<Announcement, { event: Kind }>;

/** Characters of a sentence on what is wrong. */
const longestReason = 300;

/** Snoozed mail that the clock brought back to the inbox; nothing where somebody asked for all of it themselves. */
export function awakePosting(read: ReadDb, message_ids: readonly string[]): Posting | undefined {
  const [newest, ...others] = arrivedMail(read, message_ids).filter(
    ({ id, in_inbox }) => in_inbox === 1 && wokeByClock(read, id),
  );
  if (!newest) return undefined;
  const messages = [newest, ...others].map(({ message_id }) => message_id);
  const { thread_id } = newest;
  return {
    ...(others.length === 0 ? { id: `snooze:${thread_id}`, path: `/inbox/m/${thread_id}`, thread_id } : manyAwake),
    kind: 'mail',
    words: awakeWords([newest, ...others]),
    messages,
    isStill: () => inInbox(read, messages, { unread: false }).size > 0,
  };
}

const manyAwake = { id: 'snooze', path: '/inbox' };

/** A sent message that nobody has answered by the time that was asked for. */
export function reminderPosting(read: ReadDb, { sent_message_id }: Of<'ReminderTriggered'>): Posting | undefined {
  const sent = remindedMessage(read, sent_message_id);
  if (!sent) return undefined;
  const { to, cc, bcc } = recipientsOf(sent);
  const names = [...to, ...cc, ...bcc].map(({ name, email }) => plainLine(name ?? '', 40) || plainLine(email, 60));
  const title = names.length === 0 ? 'No answer yet' : `No answer yet from ${nameList(names)}`;
  return {
    id: `reminder:${sent_message_id}`,
    kind: 'reminder',
    path: `/reminders/m/${sent.thread_id}`,
    words: {
      open: { title: titleOf(title), body: subjectOf(sent) },
      closed: { title: 'A reminder is due', body: titleOf(sent.account_name) },
    },
    isStill: () => remindedMessage(read, sent_message_id) !== undefined && !isAnswered(read, sent.id),
  };
}

/** A message that did not go out, or of which nobody knows whether it did. */
export function sendPosting(read: ReadDb, { send_id, state }: Of<'OutboxUpdated'>): Posting | undefined {
  if (state !== 'failed' && state !== 'unknown') return undefined;
  const send = sendNamed(read, send_id);
  if (!send) return undefined;
  const about = state === 'failed' ? 'Not sent' : 'Perhaps not sent';
  const reason = send.trouble?.message ?? '';
  return {
    id: `send:${send_id}`,
    kind: 'send',
    path: '/outbox',
    words: {
      open: { title: titleOf(`${about}: ${subjectOf(send)}`), body: plainLine(reason, longestReason) },
      closed: {
        title: state === 'failed' ? 'A message was not sent' : 'A message was perhaps not sent',
        body: accountNamed(read, send.account_id),
      },
    },
    isStill: () => sendNamed(read, send_id)?.state === state,
  };
}

/** A server's report that a message did not reach somebody. */
export function bouncePosting(read: ReadDb, bounce: Of<'SendBounced'>): Posting {
  const { local_message_id, rfc2822_message_id, recipients, error, account_id } = bounce;
  const message = local_message_id === null ? undefined : messageNamed(read, local_message_id);
  const to = nameList(recipients.map((email) => plainLine(email, 60)));
  return {
    id: `bounce:${rfc2822_message_id}`,
    kind: 'send',
    path: message ? `/all/m/${message.thread_id}` : '/outbox',
    words: {
      open: {
        title: message ? titleOf(`Not delivered: ${subjectOf(message)}`) : 'A message was not delivered',
        body: linesOf([lineOf(`To ${to}`), plainLine(error, longestReason)]),
      },
      closed: { title: 'A message was not delivered', body: accountNamed(read, account_id) },
    },
    isStill: () => true,
  };
}

/** An account whose sync waits for its owner. */
export function accountPosting(read: ReadDb, account_id: string): Posting | undefined {
  const account = allAccounts(read).find((each) => each.account_id === account_id);
  const reason = account && syncRecord(read, account.id)?.last_error;
  if (!account || !reason) return undefined;
  const title = titleOf(`${account.name} needs your attention`);
  return {
    id: `account:${account_id}`,
    kind: 'trouble',
    path: '/accounts',
    words: {
      open: { title, body: plainLine(reason, longestReason) },
      closed: { title, body: 'Its mail is not fetched. Open Posthorn to see why.' },
    },
    isStill: () => isEnabled(read, account_id) && needsPerson(read, account_id),
  };
}

function isEnabled(read: ReadDb, account_id: string): boolean {
  return allAccounts(read).some((account) => account.account_id === account_id && account.enabled);
}

function accountNamed(read: ReadDb, account_id: string): string {
  return titleOf(allAccounts(read).find((account) => account.account_id === account_id)?.name ?? '');
}
