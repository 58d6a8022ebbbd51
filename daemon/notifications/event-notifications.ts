import type { LiveConfig } from '../config/live-config.ts';
import type { Announcement } from '../contract/events.ts';
import { allAccounts } from '../mail/accounts/accounts.ts';
import { findApproval } from '../mail/approvals/store.ts';
import { actionSummary } from '../mail/approvals/summary.ts';
import { findMessage, recipientsOf } from '../mail/messages/messages.ts';
import { findSend } from '../mail/outbox/outbox.ts';
import { isAnswered } from '../mail/later/reminders.ts';
import { ruleById } from '../mail/rules/store.ts';
import { syncRecord } from '../mail/accounts/sync-status.ts';
import type { ReadDb } from '../store/db.ts';
import { needsUserAttention } from './chime-selection.ts';
import type { NotificationEntry } from './notification-presenter.ts';
import { arrivedMail, inInbox, messageOfReminder, wasUnsnoozedByTimer } from './notification-store.ts';
import { formatNameList, plainLine } from './plain-text.ts';
import { unsnoozedTexts, joinLines, lineText, subjectText, titleText } from './notification-texts.ts';

type AnnouncementOf<Kind extends Announcement['event']> = Extract<Announcement, { event: Kind }>;

/** The largest length of an error sentence, in characters. */
const maxReasonChars = 300;

/** Snoozed mail that returned to the inbox at its time; none if the user woke all of it. */
export function unsnoozeNotification(read: ReadDb, message_ids: readonly string[]): NotificationEntry | undefined {
  const [newest, ...others] = arrivedMail(read, message_ids).filter(
    ({ id, in_inbox }) => in_inbox === 1 && wasUnsnoozedByTimer(read, id),
  );
  if (!newest) return undefined;
  const messages = [newest, ...others].map(({ message_id }) => message_id);
  const { thread_id } = newest;
  return {
    ...(others.length === 0
      ? { id: `snooze:${thread_id}`, path: `/inbox/m/${thread_id}`, thread_id }
      : severalUnsnoozed),
    kind: 'mail',
    texts: unsnoozedTexts([newest, ...others]),
    message_ids: messages,
    isCurrent: () => inInbox(read, messages, { unread: false }).size > 0,
  };
}

const severalUnsnoozed = { id: 'snooze', path: '/inbox' };

/** A sent message without a reply at its reminder time. */
export function reminderNotification(
  read: ReadDb,
  { sent_message_id }: AnnouncementOf<'ReminderTriggered'>,
): NotificationEntry | undefined {
  const sent = messageOfReminder(read, sent_message_id);
  if (!sent) return undefined;
  const { to, cc, bcc } = recipientsOf(sent);
  const names = [...to, ...cc, ...bcc].map(({ name, email }) => plainLine(name ?? '', 40) || plainLine(email, 60));
  const title = names.length === 0 ? 'No answer yet' : `No answer yet from ${formatNameList(names)}`;
  return {
    id: `reminder:${sent_message_id}`,
    kind: 'reminder',
    path: `/reminders/m/${sent.thread_id}`,
    texts: {
      full: { title: titleText(title), body: subjectText(sent) },
      redacted: { title: 'A reminder is due', body: titleText(sent.account_name) },
    },
    isCurrent: () => messageOfReminder(read, sent_message_id) !== undefined && !isAnswered(read, sent.id),
  };
}

/** A message that was not sent, or whose delivery state is unknown. */
export function sendNotification(
  read: ReadDb,
  { send_id, state }: AnnouncementOf<'OutboxUpdated'>,
): NotificationEntry | undefined {
  if (state !== 'failed' && state !== 'unknown') return undefined;
  const send = findSend(read, send_id);
  if (!send) return undefined;
  const about = state === 'failed' ? 'Not sent' : 'Sending unconfirmed';
  const reason = send.trouble?.message ?? '';
  return {
    id: `send:${send_id}`,
    kind: 'send',
    path: '/outbox',
    texts: {
      full: { title: titleText(`${about}: ${subjectText(send)}`), body: plainLine(reason, maxReasonChars) },
      redacted: {
        title: state === 'failed' ? 'A message wasn’t sent' : 'We couldn’t confirm a message was sent',
        body: accountName(read, send.account_id),
      },
    },
    isCurrent: () => findSend(read, send_id)?.state === state,
  };
}

/** A server's report that a message was not delivered to a recipient. */
export function bounceNotification(read: ReadDb, bounce: AnnouncementOf<'SendBounced'>): NotificationEntry {
  const { local_message_id, rfc2822_message_id, recipients, error, account_id } = bounce;
  const message = local_message_id === null ? undefined : findMessage(read, local_message_id);
  const to = formatNameList(recipients.map((email) => plainLine(email, 60)));
  return {
    id: `bounce:${rfc2822_message_id}`,
    kind: 'send',
    path: message ? `/all/m/${message.thread_id}` : '/outbox',
    texts: {
      full: {
        title: message ? titleText(`Not delivered: ${subjectText(message)}`) : 'A message wasn’t delivered',
        body: joinLines([lineText(`To ${to}`), plainLine(error, maxReasonChars)]),
      },
      redacted: { title: 'A message wasn’t delivered', body: accountName(read, account_id) },
    },
    isCurrent: () => true,
  };
}

/** An account whose sync needs its owner. */
export function accountNotification(read: ReadDb, account_id: string): NotificationEntry | undefined {
  const account = allAccounts(read).find((each) => each.account_id === account_id);
  const reason = account && syncRecord(read, account.id)?.last_error;
  if (!account || !reason) return undefined;
  const title = titleText(`${account.name} needs attention`);
  return {
    id: `account:${account_id}`,
    kind: 'trouble',
    path: '/accounts',
    texts: {
      full: { title, body: plainLine(reason, maxReasonChars) },
      redacted: { title, body: 'Its mail isn’t syncing. Open Posthorn to see why.' },
    },
    isCurrent: () => isEnabled(read, account_id) && needsUserAttention(read, account_id),
  };
}

/** A rule for new mail that is not applied any more, because it failed. */
export function rulePausedNotification(
  read: ReadDb,
  { rule_id, rule_name }: AnnouncementOf<'RulePaused'>,
): NotificationEntry {
  const reason = ruleById(read, rule_id)?.last_error ?? '';
  const body = joinLines(['It failed three times in a row.', plainLine(reason, maxReasonChars)]);
  return {
    id: `rule:${rule_id}`,
    kind: 'trouble',
    path: '/rules',
    texts: {
      full: { title: titleText(`The rule “${plainLine(rule_name, 60)}” is paused`), body },
      redacted: { title: 'A rule is paused', body: 'It failed three times in a row. Open Posthorn to see why.' },
    },
    isCurrent: () => (ruleById(read, rule_id)?.paused_at ?? null) !== null,
  };
}

/** An agent asks before it sends or changes something. A click opens the page, which alone can approve it. */
export function approvalNotification(
  read: ReadDb,
  { operation_id, operation }: AnnouncementOf<'OperationStarted'>,
): NotificationEntry | undefined {
  const approval = operation === 'approval' ? findApproval(read, operation_id) : undefined;
  if (!approval) return undefined;
  const caller = plainLine(approval.caller_name, 40);
  const subject = approval.content.messages[0]?.subject ?? approval.content.mail[0]?.subject ?? '';
  return {
    id: `approval:${operation_id}`,
    kind: 'trouble',
    path: `/approvals?id=${operation_id}`,
    texts: {
      full: {
        title: titleText(`${caller} wants to ${actionSummary(approval)}`),
        body: joinLines([lineText(subject), 'Open Posthorn to approve or decline.']),
      },
      redacted: { title: 'An agent asks for your approval', body: 'Open Posthorn to approve or decline.' },
    },
    isCurrent: () => findApproval(read, operation_id)?.state === 'pending',
  };
}

/** A web page of another program on this computer wants the token. */
export function localPageNotification(
  { origin }: AnnouncementOf<'LocalPageAsked'>,
  config: Pick<LiveConfig, 'current'>,
): NotificationEntry {
  const texts = {
    title: 'A web page wants to use your mail',
    body: joinLines([lineText(origin), 'Open Posthorn to allow or refuse it.']),
  };
  return {
    id: `local-page:${origin}`,
    kind: 'trouble',
    path: '/inbox',
    texts: { full: texts, redacted: texts },
    isCurrent() {
      const { allowed_local_pages, denied_local_pages } = config.current.bridge;
      return ![...allowed_local_pages, ...denied_local_pages].some((page) => page.toLowerCase() === origin);
    },
  };
}

function isEnabled(read: ReadDb, account_id: string): boolean {
  return allAccounts(read).some((account) => account.account_id === account_id && account.enabled);
}

function accountName(read: ReadDb, account_id: string): string {
  return titleText(allAccounts(read).find((account) => account.account_id === account_id)?.name ?? '');
}
