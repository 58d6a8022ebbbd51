import type { DesktopNotification, NotificationAction } from './desktop.ts';
import type { ArrivedMail } from './notification-store.ts';
import { countPhrase, formatNameList, plainLine } from './plain-text.ts';

/** The text of a notification that may show mail content, and the text of one that may not. */
export type NotificationTexts = {
  full: Pick<DesktopNotification, 'title' | 'body'>;
  redacted: Pick<DesktopNotification, 'title' | 'body'>;
};

type NotifiedMail = Pick<
  ArrivedMail,
  'message_id' | 'thread_id' | 'account_id' | 'account_name' | 'subject' | 'snippet' | 'from_name' | 'from_email'
>;

/** The largest length of a title and of each line below it, in characters. */
const maxTitleChars = 80;
const maxLineChars = 140;

export function titleText(text: string): string {
  return plainLine(text, maxTitleChars);
}

export function lineText(text: string): string {
  return plainLine(text, maxLineChars);
}

export function subjectText({ subject }: Pick<NotifiedMail, 'subject'>): string {
  return lineText(subject) || '(no subject)';
}

/** The display name of the sender. */
function senderName({ from_name, from_email }: Pick<NotifiedMail, 'from_name' | 'from_email'>): string {
  return plainLine(from_name ?? '', 40) || plainLine(from_email, 60) || 'Unknown sender';
}

/** The actions for the mail of a notification, if it shows a single conversation. */
export function mailActions({ message_id }: Pick<NotifiedMail, 'message_id'>): DesktopNotification['actions'] {
  const labels: [NotificationAction, string][] = [
    ['archive', 'Archive'],
    ['mark_read', 'Mark as read'],
  ];
  return [
    ...labels.map(([id, label]) => ({ id, label })),
    { id: 'reply', label: 'Reply', path: `/compose?reply=${message_id}` },
  ];
}

/** New mail of one conversation, newest first. */
export function threadTexts(mail: readonly [NotifiedMail, ...NotifiedMail[]]): NotificationTexts {
  const [newest] = mail;
  const subject = subjectText(newest);
  const open =
    mail.length === 1
      ? { title: senderName(newest), body: joinLines([subject, lineText(newest.snippet)]) }
      : {
          title: formatNameList(mail.map(senderName)),
          body: joinLines([subject, countPhrase(mail.length, 'message', 'new messages')]),
        };
  return { full: { ...open, title: titleText(open.title) }, redacted: redactedMailText([newest]) };
}

/** New mail of several conversations, newest first; `isTruncated` means that there are more than were counted. */
export function summaryTexts(
  mail: readonly NotifiedMail[],
  { isTruncated, isOneAccount, suffix = '' }: { isTruncated: boolean; isOneAccount: boolean; suffix?: string },
): NotificationTexts {
  const count = isTruncated ? 'Many new messages' : countPhrase(mail.length, 'new message', 'new messages');
  const [first] = mail;
  const accountSuffix = isOneAccount || !first ? '' : ` in ${plainLine(first.account_name, 40)}`;
  const body =
    mail.length === 1 && first
      ? joinLines([senderName(first), subjectText(first)])
      : `From ${senderNames(mail, isTruncated)}`;
  return { full: { title: titleText(`${count}${accountSuffix}${suffix}`), body }, redacted: redactedMailText(mail) };
}

function senderNames(mail: readonly NotifiedMail[], isTruncated: boolean): string {
  const names = [...new Set(mail.map(senderName))];
  return isTruncated ? `${names.slice(0, 2).join(', ')} and others` : formatNameList(names);
}

/** Snoozed mail that has returned. */
export function unsnoozedTexts(mail: readonly [NotifiedMail, ...NotifiedMail[]]): NotificationTexts {
  const [first, ...others] = mail;
  const redacted = { title: 'A snoozed message is back', body: accountNames(mail) };
  const full =
    others.length === 0
      ? { title: titleText(`Back from snooze: ${subjectText(first)}`), body: senderName(first) }
      : {
          title: `${mail.length} snoozed messages are back`,
          body: lineText(mail.map(subjectText).slice(0, 3).join(', ')),
        };
  return { full, redacted };
}

function redactedMailText(mail: readonly NotifiedMail[]): NotificationTexts['redacted'] {
  return { title: 'New mail', body: accountNames(mail) };
}

function accountNames(mail: readonly Pick<NotifiedMail, 'account_name'>[]): string {
  return formatNameList(mail.map(({ account_name }) => plainLine(account_name, 40)));
}

export function joinLines(lines: readonly string[]): string {
  return lines.filter((line) => line !== '').join('\n');
}
