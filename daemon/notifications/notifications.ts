import { Failure } from '../base/failure.ts';
import type { Event } from '../contract/events.ts';
import { needsUserAttention } from './chime-selection.ts';
import type { NotificationAction } from './desktop.ts';
import { createNotificationPresenter, type NotificationEntry } from './notification-presenter.ts';
import {
  accountNotification,
  unsnoozeNotification,
  bounceNotification,
  reminderNotification,
  sendNotification,
} from './event-notifications.ts';
import { openNewMailNotifications } from './new-mail-notifications.ts';
import { openDoNotDisturb } from './do-not-disturb.ts';
import { plainLine } from './plain-text.ts';
import type { DesktopDeps } from './desktop-deps.ts';

export type Notifications = {
  /** Reports that a pause began or ended. */
  onPauseChange(): void;
  /** Handles an action that the user chose in a notification. Removed mail, and actions done already, are left unchanged. */
  handleAction(notificationId: string, action: NotificationAction): Promise<void>;
  close(): void;
};

/** The number of remembered account troubles and failed sends, so that none is shown twice. */
const maxRemembered = 1000;

/** Shows urgent events on the desktop, by `[notifications]`, and carries out the user's actions. */
export function openNotifications(deps: DesktopDeps): Notifications {
  const { desktop, read, log, config, events } = deps;
  const accountsInTrouble = new Set<string>();
  const sendStates = new Map<string, string>();
  const settings = () => config.current.notifications;
  const doNotDisturb = openDoNotDisturb(deps, () => {
    safely(presenter.presentDeferred);
    safely(newMail.presentDeferred);
  });
  const { isSilent, watchEnd: onDeferred } = doNotDisturb;
  const presenter = createNotificationPresenter({ desktop, settings, isSilent, onDeferred });
  const newMail = openNewMailNotifications({ ...deps, presenter, isSilent, onDeferred, safely });
  let couldShowContent = settings().show_content;

  function handleEvent(event: Event): void {
    switch (event.event) {
      case 'NewMessages':
        return newMail.onNewMessages(event);
      case 'ReminderTriggered':
        return present(reminderNotification(read, event));
      case 'OutboxUpdated':
        return handleSend(event);
      case 'SendBounced':
        return present(bounceNotification(read, event));
      case 'SyncError':
        return handleSyncError(event.account_id);
      case 'SyncCompleted':
        return void accountsInTrouble.delete(event.account_id);
      case 'SyncFinished':
        return newMail.onSyncFinished(event.account_id);
      case 'ConfigChanged':
        return applySettings();
      default:
        return undefined;
    }
  }

  function present(entry: NotificationEntry | undefined): void {
    if (entry) presenter.present(entry);
  }

  /** Once for each state, however often it is announced. */
  function handleSend(event: Extract<Event, { event: 'OutboxUpdated' }>): void {
    const { send_id, state } = event;
    const isKnown = sendStates.get(send_id) === state;
    sendStates.delete(send_id);
    if (state !== 'failed' && state !== 'unknown') return;
    sendStates.set(send_id, state);
    for (const [oldest] of sendStates) if (sendStates.size > maxRemembered) sendStates.delete(oldest);
    if (!isKnown) present(sendNotification(read, event));
  }

  /** Shown once per trouble, because the sync retries for as long as the trouble lasts. */
  function handleSyncError(account_id: string): void {
    if (accountsInTrouble.has(account_id) || !needsUserAttention(read, account_id)) return;
    accountsInTrouble.add(account_id);
    present(accountNotification(read, account_id));
  }

  /** Mail that returns together is shown together, along with mail already shown. */
  function handleUnsnoozed(recorded: readonly Event[]): void {
    const ids = recorded.flatMap((event) => (event.event === 'MessageUnsnoozed' ? [event.message_id] : []));
    if (ids.length > 0) present(unsnoozeNotification(read, [...ids, ...(presenter.find('snooze')?.message_ids ?? [])]));
  }

  function applySettings(): void {
    const { enabled, show_content } = settings();
    if (!enabled || (couldShowContent && !show_content)) presenter.clear();
    if (!enabled) newMail.clear();
    couldShowContent = show_content;
    doNotDisturb.recheck();
  }

  /** A failing notification must not affect the event. No mail content is logged. */
  function safely(act: () => void): void {
    try {
      act();
    } catch (failed) {
      log.error({ err: failed }, 'the notification of an event could not be prepared');
    }
  }

  const unsubscribe = events.subscribe((recorded) => {
    for (const event of recorded) safely(() => handleEvent(event));
    safely(() => handleUnsnoozed(recorded));
    if (recorded.some(mayOutdateNotifications)) safely(presenter.withdrawOutdated);
  });

  // The mail of a pause that a restart interrupted.
  doNotDisturb.watchEnd();

  return {
    onPauseChange: doNotDisturb.recheck,
    async handleAction(notificationId, action) {
      const entry = presenter.find(notificationId);
      const request = entry && requestForAction(entry, action);
      if (!request) return;
      presenter.withdraw([notificationId]);
      try {
        await deps.request(request.name, request.input);
      } catch (failed) {
        if (failed instanceof Failure && failed.kind === 'missing') return;
        log.warn(
          { action, code: failed instanceof Failure ? failed.code : undefined },
          'an action of a notification failed',
        );
        if (!(failed instanceof Failure)) throw failed;
        presenter.present(actionFailedEntry(entry, action, failed));
      }
    },
    close() {
      unsubscribe();
      // The client that would receive the reply is gone.
      presenter.clear();
      newMail.close();
      doNotDisturb.close();
    },
  };
}

/** Whether an event may make a shown notification obsolete. */
function mayOutdateNotifications({ event }: Event): boolean {
  return !['OperationProgress', 'OperationStarted', 'OperationCompleted', 'SyncStarted'].includes(event);
}

/** The request for an action of a notification. Other actions are handled by the desktop, or are not possible. */
function requestForAction(
  entry: NotificationEntry,
  action: NotificationAction,
): { name: string; input: Record<string, unknown> } | undefined {
  const { thread_id, message_ids, kind } = entry;
  if (thread_id === undefined || kind !== 'mail') return undefined;
  switch (action) {
    case 'archive':
      return { name: 'mutations.archive', input: { thread_ids: [thread_id] } };
    case 'trash':
      return { name: 'mutations.trash', input: { thread_ids: [thread_id] } };
    // The user has not seen later messages.
    case 'mark_read':
      return { name: 'mutations.read', input: { message_ids, read: true } };
    case 'reply':
      return undefined;
  }
}

const failureTitles: Record<NotificationAction, string> = {
  archive: 'The message was not archived',
  mark_read: 'The message was not marked as read',
  trash: 'The message was not put into the trash',
  reply: 'The message was not answered',
};

function actionFailedEntry(
  { id, path }: NotificationEntry,
  action: NotificationAction,
  failure: Failure,
): NotificationEntry {
  const texts = { title: failureTitles[action], body: plainLine(failure.message, 300) };
  return { id: `answer:${id}`, kind: 'trouble', path, texts: { full: texts, redacted: texts }, isCurrent: () => true };
}
