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
  /** A pause was begun or ended. */
  onPauseChange(): void;
  /** The person did something from a notification. What is gone, or done already, is left as it is. */
  handleAction(notificationId: string, action: NotificationAction): Promise<void>;
  close(): void;
};

/** So many accounts in trouble and sends that failed are remembered, so that none is told of twice. */
const maxRemembered = 1000;

/** Shows on the desktop what a person wants to know of at once, by `[notifications]`, and carries out what they answer. */
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

  /** Once for each state, however often it is told. */
  function handleSend(event: Extract<Event, { event: 'OutboxUpdated' }>): void {
    const { send_id, state } = event;
    const isKnown = sendStates.get(send_id) === state;
    sendStates.delete(send_id);
    if (state !== 'failed' && state !== 'unknown') return;
    sendStates.set(send_id, state);
    for (const [oldest] of sendStates) if (sendStates.size > maxRemembered) sendStates.delete(oldest);
    if (!isKnown) present(sendNotification(read, event));
  }

  /** Once for each trouble: it is tried again for as long as it lasts. */
  function handleSyncError(account_id: string): void {
    if (accountsInTrouble.has(account_id) || !needsUserAttention(read, account_id)) return;
    accountsInTrouble.add(account_id);
    present(accountNotification(read, account_id));
  }

  /** What comes back together is told together, with what is told of already. */
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

  /** A notification is never worth more than what it tells of. Nothing of mail goes to the log. */
  function safely(act: () => void): void {
    try {
      act();
    } catch (failed) {
      log.error({ err: failed }, 'what to show on the desktop could not be decided');
    }
  }

  const unsubscribe = events.subscribe((recorded) => {
    for (const event of recorded) safely(() => handleEvent(event));
    safely(() => handleUnsnoozed(recorded));
    if (recorded.some(mayOutdateNotifications)) safely(presenter.withdrawOutdated);
  });

  // What came during one that a restart has broken off.
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
          'a notification was answered in vain',
        );
        if (!(failed instanceof Failure)) throw failed;
        presenter.present(actionFailedEntry(entry, action, failed));
      }
    },
    close() {
      unsubscribe();
      // Who would answer it is gone.
      presenter.clear();
      newMail.close();
      doNotDisturb.close();
    },
  };
}

/** Whether something that is shown may be of no use after it. */
function mayOutdateNotifications({ event }: Event): boolean {
  return !['OperationProgress', 'OperationStarted', 'OperationCompleted', 'SyncStarted'].includes(event);
}

/** What is asked for where somebody answers a notice so. The rest is for whoever shows it, or cannot be done from it. */
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
    // What has come since has not been seen.
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
