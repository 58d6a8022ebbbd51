import type { Event } from '../contract/events.ts';
import type { ReadDb } from '../store/db.ts';
import { needsUserAttention } from './chime-selection.ts';
import type { NotificationAction } from './desktop.ts';
import { applyNotificationAction, sendNotificationReply } from './notification-actions.ts';
import {
  createNotificationPresenter,
  type NotificationEntry,
  type NotificationPresenter,
} from './notification-presenter.ts';
import {
  accountNotification,
  approvalNotification,
  unsnoozeNotification,
  bounceNotification,
  rulePausedNotification,
  localPageNotification,
  reminderNotification,
  sendNotification,
} from './event-notifications.ts';
import { openNewMailNotifications } from './new-mail-notifications.ts';
import { openDoNotDisturb } from './do-not-disturb.ts';
import type { DesktopDeps } from './desktop-deps.ts';

type Notifications = {
  /** Reports that a pause began or ended. */
  onPauseChange(): void;
  /** Handles an action that the user chose in a notification. Removed mail, and actions done already, are left unchanged. */
  handleAction(notificationId: string, action: NotificationAction): Promise<void>;
  /** Sends a reply that was written in a notification. */
  handleReply(notificationId: string, text: string): Promise<void>;
  close(): void;
};

/** The number of remembered failed sends, so that none is shown twice. */
const maxRemembered = 1000;

/** Shows urgent events on the desktop, by `[notifications]`, and carries out the user's actions. */
export function openNotifications(deps: DesktopDeps): Notifications {
  const { desktop, read, log, config, events } = deps;
  const settings = () => config.current.notifications;
  const safely = (act: () => void) => logFailureOf(act, log);
  const doNotDisturb = openDoNotDisturb(deps, () => {
    safely(presenter.presentDeferred);
    safely(newMail.presentDeferred);
  });
  const { isSilent, watchEnd: onDeferred } = doNotDisturb;
  const presenter = createNotificationPresenter({ desktop, settings, isSilent, onDeferred });
  const newMail = openNewMailNotifications({ ...deps, presenter, isSilent, onDeferred, safely });
  const sendTroubles = createSendTroubles(read);
  const accountTroubles = createAccountTroubles(read);
  let couldShowContent = settings().show_content;

  function handleEvent(event: Event): void {
    switch (event.event) {
      case 'NewMessages':
        return newMail.onNewMessages(event);
      case 'ReminderTriggered':
        return present(reminderNotification(read, event));
      case 'OutboxUpdated':
        return present(sendTroubles.notificationOf(event));
      case 'SendBounced':
        return present(bounceNotification(read, event));
      case 'SyncError':
        return present(accountTroubles.notificationOf(event.account_id));
      case 'SyncCompleted':
        return accountTroubles.forget(event.account_id);
      case 'SyncFinished':
        return newMail.onSyncFinished(event.account_id);
      case 'RulePaused':
        return present(rulePausedNotification(read, event));
      case 'OperationStarted':
        return present(approvalNotification(read, event));
      case 'LocalPageAsked':
        return present(localPageNotification(event, config));
      case 'ConfigChanged':
        return applySettings();
      default:
        return undefined;
    }
  }

  function present(entry: NotificationEntry | undefined): void {
    if (entry) presenter.present(entry);
  }

  function applySettings(): void {
    const { enabled, show_content } = settings();
    if (!enabled || (couldShowContent && !show_content)) presenter.clear();
    if (!enabled) newMail.clear();
    couldShowContent = show_content;
    doNotDisturb.recheck();
  }

  const unsubscribe = events.subscribe((recorded) => {
    for (const event of recorded) safely(() => handleEvent(event));
    safely(() => present(unsnoozedEntry(recorded, { read, presenter })));
    if (recorded.some(mayOutdateNotifications)) safely(presenter.withdrawOutdated);
  });

  // The mail of a pause that a restart interrupted.
  doNotDisturb.watchEnd();

  return {
    onPauseChange: doNotDisturb.recheck,
    handleAction: (notificationId, action) =>
      applyNotificationAction(notificationId, action, { request: deps.request, log, presenter }),
    handleReply: (notificationId, text) =>
      sendNotificationReply(notificationId, text, { request: deps.request, log, presenter }),
    close() {
      unsubscribe();
      // The client that would receive the reply is gone.
      presenter.clear();
      newMail.close();
      doNotDisturb.close();
    },
  };
}

/** A failing notification must not affect the event. No mail content is logged. */
function logFailureOf(act: () => void, log: DesktopDeps['log']): void {
  try {
    act();
  } catch (failed) {
    log.error({ err: failed }, 'the notification of an event could not be prepared');
  }
}

/** The notifications of failed sends. Once for each state, however often it is announced. */
function createSendTroubles(read: ReadDb) {
  const sendStates = new Map<string, string>();
  return {
    notificationOf(event: Extract<Event, { event: 'OutboxUpdated' }>): NotificationEntry | undefined {
      const { send_id, state } = event;
      const isKnown = sendStates.get(send_id) === state;
      sendStates.delete(send_id);
      if (state !== 'failed' && state !== 'unknown') return undefined;
      sendStates.set(send_id, state);
      for (const [oldest] of sendStates) if (sendStates.size > maxRemembered) sendStates.delete(oldest);
      return isKnown ? undefined : sendNotification(read, event);
    },
  };
}

/** The notifications of account troubles. Once per trouble, because the sync retries for as long as the trouble lasts. */
function createAccountTroubles(read: ReadDb) {
  const accountsInTrouble = new Set<string>();
  return {
    notificationOf(account_id: string): NotificationEntry | undefined {
      if (accountsInTrouble.has(account_id) || !needsUserAttention(read, account_id)) return undefined;
      accountsInTrouble.add(account_id);
      return accountNotification(read, account_id);
    },
    forget(account_id: string): void {
      accountsInTrouble.delete(account_id);
    },
  };
}

/** Mail that returns together is shown together, along with mail already shown. */
function unsnoozedEntry(
  recorded: readonly Event[],
  { read, presenter }: { read: ReadDb; presenter: Pick<NotificationPresenter, 'find'> },
): NotificationEntry | undefined {
  const ids = recorded.flatMap((event) => (event.event === 'MessageUnsnoozed' ? [event.message_id] : []));
  if (ids.length === 0) return undefined;
  return unsnoozeNotification(read, [...ids, ...(presenter.find('snooze')?.message_ids ?? [])]);
}

/** Whether an event may make a shown notification obsolete. */
function mayOutdateNotifications(event: Event): boolean {
  if ('operation' in event && event.operation === 'approval') return true;
  return !['OperationProgress', 'OperationStarted', 'OperationCompleted', 'SyncStarted'].includes(event.event);
}
