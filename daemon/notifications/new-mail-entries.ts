import { accountConfigs } from '../mail/accounts/runtime-accounts.ts';
import { flagBits } from '../mail/messages/flags.ts';
import { mayNotify, screeningsOf } from '../mail/screener/screening.ts';
import type { DesktopDeps } from './desktop-deps.ts';
import type { NotificationEntry, NotificationPresenter } from './notification-presenter.ts';
import { arrivedMail, headersOf, inInbox, type ArrivedMail } from './notification-store.ts';
import { mailActions, summaryTexts, threadTexts } from './notification-texts.ts';
import { isFromPerson } from './person-detection.ts';

type MailEntryDeps = Pick<DesktopDeps, 'read' | 'config'> & {
  presenter: Pick<NotificationPresenter, 'find'>;
};

const { READ, DRAFT, SENT, TRASH, SPAM } = flagBits;

/** The new messages that the user is notified of. Those that the user wants in Messages count as from a person. */
export function worthNotifying(
  message_ids: readonly string[],
  { read, config, clock }: Pick<DesktopDeps, 'read' | 'config' | 'clock'>,
): ArrivedMail[] {
  const { notifications, screener } = config.current;
  const mail = unreadInInbox(message_ids, { read, config });
  const screenings = screeningsOf(
    read,
    mail.map(({ id }) => id),
    { isAsking: screener.enabled, now: clock.now() },
  );
  return mail.filter((each) => {
    const screening = screenings.get(each.id);
    if (!mayNotify(screening)) return false;
    return !notifications.only_people || screening !== undefined || isFromPerson(each, headersOf(read, each.id));
  });
}

/** The messages that are unread in the inbox of an account with notifications; newest first. */
export function unreadInInbox(
  message_ids: readonly string[],
  { read, config }: Pick<DesktopDeps, 'read' | 'config'>,
): ArrivedMail[] {
  const accounts = accountConfigs(read, config);
  return arrivedMail(read, message_ids).filter(
    ({ in_inbox, direction, flags, account_key }) =>
      in_inbox === 1 &&
      direction === 'inbound' &&
      (flags & (READ | DRAFT | SENT | TRASH | SPAM)) === 0 &&
      accounts[account_key ?? '']?.notify === true,
  );
}

/** The notification of a single conversation, along with its mail already shown. */
export function threadEntry(mail: readonly ArrivedMail[], deps: MailEntryDeps): NotificationEntry | undefined {
  const thread_id = mail[0]?.thread_id;
  if (thread_id === undefined) return undefined;
  const id = `mail:${thread_id}`;
  const [newest, ...others] = unreadInInbox(withShownMessages(mail, deps.presenter.find(id)), deps);
  if (!newest) return undefined;
  const message_ids = [newest, ...others].map(({ message_id }) => message_id);
  return {
    id,
    kind: 'mail',
    path: `/inbox/m/${thread_id}`,
    texts: threadTexts([newest, ...others]),
    actions: mailActions(newest),
    message_ids,
    thread_id,
    isCurrent: () => isAnyUnread(message_ids, deps),
  };
}

/** The notification of several conversations of an account, along with its mail already shown. */
export function accountEntry(
  account_id: string,
  mail: readonly ArrivedMail[],
  { isTruncated, ...deps }: MailEntryDeps & { isTruncated: boolean },
): NotificationEntry | undefined {
  if (mail.length === 0) return undefined;
  const id = `mail:${account_id}`;
  const withShown = unreadInInbox(withShownMessages(mail, deps.presenter.find(id)), deps);
  return summaryEntry(id, withShown, { isTruncated, isOneAccount: isOneAccount(deps) }, deps);
}

/** The notification that lists mail of several conversations. */
export function summaryEntry(
  id: string,
  mail: readonly ArrivedMail[],
  options: { isTruncated: boolean; isOneAccount: boolean; suffix?: string },
  deps: Pick<DesktopDeps, 'read'>,
): NotificationEntry {
  const message_ids = mail.map(({ message_id }) => message_id);
  const isCurrent = () => isAnyUnread(message_ids, deps);
  return { id, kind: 'mail', path: '/inbox', texts: summaryTexts(mail, options), message_ids, isCurrent };
}

function isAnyUnread(message_ids: readonly string[], { read }: Pick<DesktopDeps, 'read'>): boolean {
  return inInbox(read, message_ids, { unread: true }).size > 0;
}

function isOneAccount({ read, config }: Pick<DesktopDeps, 'read' | 'config'>): boolean {
  return Object.values(accountConfigs(read, config)).filter(({ enabled }) => enabled).length < 2;
}

/** Combines new mail with mail already shown in the same notification. */
function withShownMessages(mail: readonly ArrivedMail[], shown: NotificationEntry | undefined): string[] {
  return [...new Set([...mail.map(({ message_id }) => message_id), ...(shown?.message_ids ?? [])])];
}
