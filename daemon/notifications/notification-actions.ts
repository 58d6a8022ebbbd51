import { Failure } from '../base/failure.ts';
import type { DesktopDeps } from './desktop-deps.ts';
import type { NotificationAction } from './desktop.ts';
import type { NotificationEntry, NotificationPresenter } from './notification-presenter.ts';
import { plainLine } from './plain-text.ts';

type ActionDeps = Pick<DesktopDeps, 'request' | 'log'> & {
  presenter: Pick<NotificationPresenter, 'find' | 'present' | 'withdraw'>;
};

/** Carries out an action that the user chose in a notification. */
export async function applyNotificationAction(
  notificationId: string,
  action: NotificationAction,
  { request: send, log, presenter }: ActionDeps,
): Promise<void> {
  const entry = presenter.find(notificationId);
  const request = entry && requestForAction(entry, action);
  if (!request) return;
  presenter.withdraw([notificationId]);
  try {
    await send(request.name, request.input);
  } catch (failed) {
    if (failed instanceof Failure && failed.kind === 'missing') return;
    log.warn(
      { action, code: failed instanceof Failure ? failed.code : undefined },
      'an action of a notification failed',
    );
    if (!(failed instanceof Failure)) throw failed;
    presenter.present(actionFailedEntry(entry, action, failed));
  }
}

/**
 * Sends a reply that the user has written in a notification to the newest message that it shows. A reply that is not sent is
 * kept as a draft, and a notification says so. A second call for the same notification does nothing.
 */
export async function sendNotificationReply(
  notificationId: string,
  text: string,
  { request: send, log, presenter }: ActionDeps,
): Promise<void> {
  const entry = presenter.find(notificationId);
  const [message_id] = entry?.message_ids ?? [];
  if (!entry || message_id === undefined || entry.kind !== 'mail' || text.trim() === '') return;
  presenter.withdraw([notificationId]);
  try {
    const opened = await send('compose.open', { kind: 'reply', message_id, body: text });
    const { draftPath: draft_path } = (opened as { session: { draftPath: string } }).session;
    try {
      await send('compose.send', { draft_path });
    } catch (failed) {
      await send('compose.save', { draft_path });
      throw failed;
    }
  } catch (failed) {
    log.warn({ code: failed instanceof Failure ? failed.code : undefined }, 'a reply in a notification was not sent');
    if (!(failed instanceof Failure)) throw failed;
    presenter.present({ ...actionFailedEntry(entry, 'reply', failed), path: '/drafts' });
  }
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
  archive: 'The message wasn’t archived',
  mark_read: 'The message wasn’t marked as read',
  trash: 'The message wasn’t moved to Trash',
  reply: 'Your reply wasn’t sent. It is in Drafts.',
};

function actionFailedEntry(
  { id, path }: NotificationEntry,
  action: NotificationAction,
  failure: Failure,
): NotificationEntry {
  const texts = { title: failureTitles[action], body: plainLine(failure.message, 300) };
  return { id: `answer:${id}`, kind: 'trouble', path, texts: { full: texts, redacted: texts }, isCurrent: () => true };
}
