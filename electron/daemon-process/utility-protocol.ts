import type { DesktopStatus, DesktopNotification, NotificationAction } from '../../daemon/notifications/desktop.ts';

/** The only protocol between the main process and the utility process. Both sides import it. */

/** The remedies for a missing page. */
export type PageRemedy = 'enable_bridge' | 'other_port' | 'none';

/** The messages of the utility process to the main process. */
export type UtilityMessage =
  /** The current address of the page, and the token for it. */
  | { kind: 'ready'; url: string; token: string; isDemo: boolean }
  /** Why there is no page, although mail is synced; `remedy` would bring it back. */
  | { kind: 'page_unavailable'; reason: string; remedy: PageRemedy }
  /** Why nothing could be started, in a sentence for the user. */
  | { kind: 'failed'; reason: string; code: string }
  | { kind: 'status'; status: DesktopStatus }
  | { kind: 'show'; notification: DesktopNotification }
  | { kind: 'withdraw'; ids: readonly string[] }
  /** An answer to a `question`. */
  | { kind: 'reply'; id: number; value: unknown }
  | { kind: 'error'; id: number; message: string; code: string }
  /** The answer to a `ping`. */
  | { kind: 'pong' }
  /** It has ended because a client requested it through the API: not a crash. */
  | { kind: 'shut_down' };

/** The messages of the main process to the utility process. */
export type UtilityCommand =
  /** To end cleanly. */
  | { kind: 'close' }
  | { kind: 'ping' }
  /** The computer has woken. */
  | { kind: 'resume' }
  /** The user acted on a notification. */
  | { kind: 'notification_action'; notificationId: string; action: NotificationAction }
  | { kind: 'request'; id: number; request: UtilityRequest };

/** The questions of the main process, with their answers. */
export type UtilityRequests = {
  /** Requests a sync of every account. */
  sync: { input: null; answer: null };
  /** Shows no notifications until then; null ends a pause. */
  pause: { input: { until: string | null }; answer: { paused_until: string | null } };
  /** Whether a message is being sent now. */
  sending: { input: null; answer: boolean };
  /** Applies the remedy for a missing page. */
  enable_bridge: { input: null; answer: null };
  other_port: { input: null; answer: null };
};

export type UtilityRequest = {
  [Name in keyof UtilityRequests]: { name: Name; input: UtilityRequests[Name]['input'] };
}[keyof UtilityRequests];
