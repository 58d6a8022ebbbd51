import type { Announcement } from '../contract/events.ts';
import { flagBits } from '../mail/messages/flags.ts';
import { isFromPerson } from './person-detection.ts';
import type { NotificationPresenter, NotificationEntry } from './notification-presenter.ts';
import {
  arrivedMail,
  clearDeferredMail,
  headersOf,
  deferredMail,
  deferMail,
  inInbox,
  type ArrivedMail,
} from './notification-store.ts';
import { threadTexts, mailActions, summaryTexts } from './notification-texts.ts';
import { createThrottle, type Throttle } from './throttle.ts';
import type { DesktopDeps } from './desktop-deps.ts';

export type NewMailDeps = Pick<DesktopDeps, 'read' | 'write' | 'clock' | 'config'> & {
  presenter: NotificationPresenter;
  isSilent: () => boolean;
  /** Called when a message is deferred to the end of a silence. */
  onDeferred: () => void;
  /** Runs an action, and logs its errors. */
  safely: (act: () => void) => void;
};

export type NewMailNotifications = {
  onNewMessages(event: Extract<Announcement, { event: 'NewMessages' }>): void;
  /** Reports that a sync pass of an account has ended. */
  onSyncFinished(account_id: string): void;
  /** Handles the end of a silence: one notification shows the mail that arrived meanwhile and is still unread. */
  presentDeferred(): void;
  /** Discards waiting mail. */
  clear(): void;
  close(): void;
};

/**
 * Mail of one account from one sync pass, or within this many milliseconds of other mail, forms one burst with one
 * notification.
 */
const burstGapMs = 3_000;
/** The update interval of a burst's notification, in milliseconds. */
const updateIntervalMs = 2_000;
/** The largest number of messages counted in a burst or a silence. */
const maxMessages = 500;

type Burst = {
  message_ids: Set<string>;
  isTruncated: boolean;
  lastArrivalMs: number;
  isSyncFinished: boolean;
  shownIds: Set<string>;
  throttle: Throttle;
};

const { READ, DRAFT, SENT, TRASH, SPAM } = flagBits;

/** Shows new mail: a single conversation in its own notification, several together in one for each account. */
export function openNewMailNotifications({
  read,
  write,
  clock,
  config,
  presenter,
  isSilent,
  onDeferred,
  safely,
}: NewMailDeps): NewMailNotifications {
  const bursts = new Map<string, Burst>();

  /** The new messages that the user is notified of. */
  function worthNotifying(message_ids: readonly string[]): ArrivedMail[] {
    const { only_people } = config.current.notifications;
    return unreadInInbox(message_ids).filter((mail) => !only_people || isFromPerson(mail, headersOf(read, mail.id)));
  }

  /** The messages that are unread in the inbox of an account with notifications; newest first. */
  function unreadInInbox(message_ids: readonly string[]): ArrivedMail[] {
    return arrivedMail(read, message_ids).filter(
      ({ in_inbox, direction, flags, account_key }) =>
        in_inbox === 1 &&
        direction === 'inbound' &&
        (flags & (READ | DRAFT | SENT | TRASH | SPAM)) === 0 &&
        config.current.accounts[account_key ?? '']?.notify === true,
    );
  }

  const isAnyUnread = (message_ids: readonly string[]) => inInbox(read, message_ids, { unread: true }).size > 0;
  const isOneAccount = () => Object.values(config.current.accounts).filter(({ enabled }) => enabled).length < 2;

  function deferUntilAllowed(message_ids: readonly string[]): void {
    deferMail(write, message_ids, maxMessages);
    onDeferred();
  }

  function burstOf(account_id: string): Burst {
    const now = clock.now().getTime();
    const current = bursts.get(account_id);
    if (current && (!current.isSyncFinished || now - current.lastArrivalMs <= burstGapMs)) {
      current.lastArrivalMs = now;
      current.isSyncFinished = false;
      return current;
    }
    current?.throttle.close();
    const throttle = createThrottle(() => safely(() => show(account_id, burst)), updateIntervalMs, clock.wait);
    const burst: Burst = {
      message_ids: new Set(),
      isTruncated: false,
      lastArrivalMs: now,
      isSyncFinished: false,
      shownIds: new Set(),
      throttle,
    };
    bursts.set(account_id, burst);
    return burst;
  }

  function show(account_id: string, burst: Burst): void {
    if (isSilent()) {
      deferUntilAllowed([...burst.message_ids]);
      burst.message_ids.clear();
      return;
    }
    const mail = unreadInInbox([...burst.message_ids]);
    const threads = new Set(mail.map(({ thread_id }) => thread_id));
    const entry = threads.size === 1 && !burst.isTruncated ? threadEntry(mail) : accountEntry(account_id, burst, mail);
    if (!entry) return;
    // The earlier notification of this burst contains less.
    presenter.withdraw([...burst.shownIds].filter((id) => id !== entry.id));
    burst.shownIds.add(entry.id);
    presenter.present(entry);
  }

  function threadEntry(mail: readonly ArrivedMail[]): NotificationEntry | undefined {
    const thread_id = mail[0]?.thread_id;
    if (thread_id === undefined) return undefined;
    const id = `mail:${thread_id}`;
    const [newest, ...others] = unreadInInbox(withShownMessages(mail, presenter.find(id)));
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
      isCurrent: () => isAnyUnread(message_ids),
    };
  }

  function accountEntry(
    account_id: string,
    { isTruncated }: Burst,
    mail: readonly ArrivedMail[],
  ): NotificationEntry | undefined {
    if (mail.length === 0) return undefined;
    const id = `mail:${account_id}`;
    return summaryEntry(id, unreadInInbox(withShownMessages(mail, presenter.find(id))), {
      isTruncated,
      isOneAccount: isOneAccount(),
    });
  }

  function summaryEntry(
    id: string,
    mail: readonly ArrivedMail[],
    options: { isTruncated: boolean; isOneAccount: boolean; suffix?: string },
  ): NotificationEntry {
    const message_ids = mail.map(({ message_id }) => message_id);
    const isCurrent = () => isAnyUnread(message_ids);
    return { id, kind: 'mail', path: '/inbox', texts: summaryTexts(mail, options), message_ids, isCurrent };
  }

  return {
    onNewMessages({ account_id, envelopes, total }) {
      if (!config.current.notifications.enabled) return;
      const mail = worthNotifying(envelopes.map(({ id }) => id)).map(({ message_id }) => message_id);
      if (mail.length === 0) return;
      if (isSilent()) return deferUntilAllowed(mail);
      const burst = burstOf(account_id);
      addToBurst(burst, mail, total > envelopes.length);
      burst.throttle.trigger();
    },
    onSyncFinished(account_id) {
      const burst = bursts.get(account_id);
      if (burst) burst.isSyncFinished = true;
    },
    presentDeferred() {
      const deferred = deferredMail(read);
      if (deferred.length === 0) return;
      clearDeferredMail(write);
      const mail = unreadInInbox(deferred);
      if (mail.length === 0) return;
      const options = {
        isTruncated: deferred.length === maxMessages,
        isOneAccount: true,
        suffix: ' while it was quiet',
      };
      presenter.present(summaryEntry('quiet', mail, options));
    },
    clear() {
      clearDeferredMail(write);
      for (const { throttle } of bursts.values()) throttle.close();
      bursts.clear();
    },
    close() {
      for (const { throttle } of bursts.values()) throttle.close();
    },
  };
}

function addToBurst(
  burst: Pick<Burst, 'message_ids' | 'isTruncated'>,
  message_ids: readonly string[],
  isTruncated: boolean,
): void {
  for (const id of message_ids) if (burst.message_ids.size < maxMessages) burst.message_ids.add(id);
  burst.isTruncated ||= isTruncated || message_ids.some((id) => !burst.message_ids.has(id));
}

/** Combines new mail with mail already shown in the same notification. */
function withShownMessages(mail: readonly ArrivedMail[], shown: NotificationEntry | undefined): string[] {
  return [...new Set([...mail.map(({ message_id }) => message_id), ...(shown?.message_ids ?? [])])];
}
