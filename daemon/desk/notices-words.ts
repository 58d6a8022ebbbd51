import type { Notice, NoticeAction } from './desk.ts';
import type { ArrivedMail } from './notices-store.ts';
import { counted, nameList, plainLine } from './notices-text.ts';

/** What a notice says where what is in mail may be seen, and what it says where it may not. */
export type Words = { open: Pick<Notice, 'title' | 'body'>; closed: Pick<Notice, 'title' | 'body'> };

type Mail = Pick<
  ArrivedMail,
  'message_id' | 'thread_id' | 'account_id' | 'account_name' | 'subject' | 'snippet' | 'from_name' | 'from_email'
>;

/** Characters of a title, and of each line below it. */
const longestTitle = 80;
const longestLine = 140;

export function titleOf(text: string): string {
  return plainLine(text, longestTitle);
}

export function lineOf(text: string): string {
  return plainLine(text, longestLine);
}

export function subjectOf({ subject }: Pick<Mail, 'subject'>): string {
  return lineOf(subject) || '(no subject)';
}

/** Who wrote it, in one name. */
export function writerOf({ from_name, from_email }: Pick<Mail, 'from_name' | 'from_email'>): string {
  return plainLine(from_name ?? '', 40) || plainLine(from_email, 60) || 'Unknown sender';
}

/** What may be done to the mail a notice is about, where that is one conversation that can be seen. */
export function mailActions({ message_id }: Pick<Mail, 'message_id'>): Notice['actions'] {
  const labels: [NoticeAction, string][] = [
    ['archive', 'Archive'],
    ['mark_read', 'Mark as read'],
  ];
  return [
    ...labels.map(([id, label]) => ({ id, label })),
    { id: 'reply', label: 'Reply', path: `/compose?reply=${message_id}` },
  ];
}

/** New mail of one conversation, newest first. */
export function conversationWords(mail: readonly [Mail, ...Mail[]]): Words {
  const [newest] = mail;
  const subject = subjectOf(newest);
  const open =
    mail.length === 1
      ? { title: writerOf(newest), body: linesOf([subject, lineOf(newest.snippet)]) }
      : {
          title: nameList(mail.map(writerOf)),
          body: linesOf([subject, counted(mail.length, 'message', 'new messages')]),
        };
  return { open: { ...open, title: titleOf(open.title) }, closed: closedMail([newest]) };
}

/** New mail of several conversations, newest first; `isMore` where there is more than anybody counted. */
export function manyWords(
  mail: readonly Mail[],
  { isMore, isOneAccount, after = '' }: { isMore: boolean; isOneAccount: boolean; after?: string },
): Words {
  const count = isMore ? 'Many new messages' : counted(mail.length, 'new message', 'new messages');
  const [first] = mail;
  const place = isOneAccount || !first ? '' : ` in ${plainLine(first.account_name, 40)}`;
  const body =
    mail.length === 1 && first ? linesOf([writerOf(first), subjectOf(first)]) : `From ${namesOf(mail, isMore)}`;
  return { open: { title: titleOf(`${count}${place}${after}`), body }, closed: closedMail(mail) };
}

function namesOf(mail: readonly Mail[], isMore: boolean): string {
  const names = [...new Set(mail.map(writerOf))];
  return isMore ? `${names.slice(0, 2).join(', ')} and others` : nameList(names);
}

/** Snoozed mail that is back. */
export function awakeWords(mail: readonly [Mail, ...Mail[]]): Words {
  const [first, ...others] = mail;
  const closed = { title: 'Snoozed mail is back', body: accountsOf(mail) };
  const open =
    others.length === 0
      ? { title: titleOf(`Back from snooze: ${subjectOf(first)}`), body: writerOf(first) }
      : { title: `${mail.length} snoozed messages are back`, body: lineOf(mail.map(subjectOf).slice(0, 3).join(', ')) };
  return { open, closed };
}

function closedMail(mail: readonly Mail[]): Words['closed'] {
  return { title: 'New mail', body: accountsOf(mail) };
}

function accountsOf(mail: readonly Pick<Mail, 'account_name'>[]): string {
  return nameList(mail.map(({ account_name }) => plainLine(account_name, 40)));
}

export function linesOf(lines: readonly string[]): string {
  return lines.filter((line) => line !== '').join('\n');
}
