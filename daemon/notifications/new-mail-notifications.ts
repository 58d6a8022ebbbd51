import type { Announcement } from '../contract/events.ts';
import type { DesktopDeps } from './desktop-deps.ts';
import { createBursts, maxMessages, type Burst } from './mail-bursts.ts';
import { accountEntry, summaryEntry, threadEntry, unreadInInbox, worthNotifying } from './new-mail-entries.ts';
import type { NotificationPresenter } from './notification-presenter.ts';
import { clearDeferredMail, deferredMail, deferMail } from './notification-store.ts';

type NewMailDeps = Pick<DesktopDeps, 'read' | 'write' | 'clock' | 'config'> & {
  presenter: NotificationPresenter;
  isSilent: () => boolean;
  /** Called when a message is deferred to the end of a silence. */
  onDeferred: () => void;
  /** Runs an action, and logs its errors. */
  safely: (act: () => void) => void;
};

type NewMailNotifications = {
  onNewMessages(event: Extract<Announcement, { event: 'NewMessages' }>): void;
  /** Reports that a sync pass of an account has ended. */
  onSyncFinished(account_id: string): void;
  /** Handles the end of a silence: one notification shows the mail that arrived meanwhile and is still unread. */
  presentDeferred(): void;
  /** Discards waiting mail. */
  clear(): void;
  close(): void;
};

/** Shows new mail: a single conversation in its own notification, several together in one for each account. */
export function openNewMailNotifications(deps: NewMailDeps): NewMailNotifications {
  const { read, write, clock, config, presenter, isSilent, onDeferred, safely } = deps;
  const bursts = createBursts(clock, (account_id, burst) => safely(() => show(account_id, burst)));

  function deferUntilAllowed(message_ids: readonly string[]): void {
    deferMail(write, message_ids, maxMessages);
    onDeferred();
  }

  function show(account_id: string, burst: Burst): void {
    if (isSilent()) {
      deferUntilAllowed([...burst.message_ids]);
      burst.message_ids.clear();
      return;
    }
    const mail = unreadInInbox([...burst.message_ids], deps);
    const threads = new Set(mail.map(({ thread_id }) => thread_id));
    const { isTruncated } = burst;
    const entry =
      threads.size === 1 && !isTruncated
        ? threadEntry(mail, deps)
        : accountEntry(account_id, mail, { ...deps, isTruncated });
    if (!entry) return;
    // The earlier notification of this burst contains less.
    presenter.withdraw([...burst.shownIds].filter((id) => id !== entry.id));
    burst.shownIds.add(entry.id);
    presenter.present(entry);
  }

  return {
    onNewMessages({ account_id, envelopes, total }) {
      if (!config.current.notifications.enabled) return;
      const ids = envelopes.map(({ id }) => id);
      const mail = worthNotifying(ids, deps).map(({ message_id }) => message_id);
      if (mail.length === 0) return;
      if (isSilent()) return deferUntilAllowed(mail);
      bursts.add(account_id, mail, total > envelopes.length);
    },
    onSyncFinished: bursts.finishSync,
    presentDeferred() {
      const deferred = deferredMail(read);
      if (deferred.length === 0) return;
      clearDeferredMail(write);
      const mail = unreadInInbox(deferred, deps);
      if (mail.length === 0) return;
      const options = {
        isTruncated: deferred.length === maxMessages,
        isOneAccount: true,
        suffix: ' during quiet hours',
      };
      presenter.present(summaryEntry('quiet', mail, options, deps));
    },
    clear() {
      clearDeferredMail(write);
      bursts.clear();
    },
    close: bursts.close,
  };
}
