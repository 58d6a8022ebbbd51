import type { DesktopStatus, DesktopNotification, NotificationAction } from '../../daemon/notifications/desktop.ts';

/** The one protocol between the main process and the utility process. Both sides import it, and nothing else passes. */

/** What would bring a missing page back. */
export type PageRemedy = 'enable_bridge' | 'other_port' | 'none';

/** What the utility process tells the main process. */
export type UtilityMessage =
  /** Where the page is now, and the token it is to be given. */
  | { kind: 'ready'; url: string; token: string; isDemo: boolean }
  /** Why there is no page, while mail is synced all the same; `remedy` is what would bring it back. */
  | { kind: 'page_unavailable'; reason: string; remedy: PageRemedy }
  /** Why nothing could be started, in a sentence for the person. */
  | { kind: 'failed'; reason: string; code: string }
  | { kind: 'status'; status: DesktopStatus }
  | { kind: 'show'; notification: DesktopNotification }
  | { kind: 'withdraw'; ids: readonly string[] }
  /** An answer to a `question`. */
  | { kind: 'reply'; id: number; value: unknown }
  | { kind: 'error'; id: number; message: string; code: string }
  /** It still answers, which it was asked by a `ping`. */
  | { kind: 'pong' }
  /** It has ended because somebody asked for that through the API: no crash. */
  | { kind: 'shut_down' };

/** What the main process tells the utility process. */
export type UtilityCommand =
  /** To end in good order. */
  | { kind: 'close' }
  | { kind: 'ping' }
  /** The computer has woken. */
  | { kind: 'resume' }
  /** The person did something from a notification. */
  | { kind: 'notification_action'; notificationId: string; action: NotificationAction }
  | { kind: 'request'; id: number; request: UtilityRequest };

/** What the main process asks, and what the answer is. */
export type UtilityRequests = {
  /** Has every account look at its server. */
  sync: { input: null; answer: null };
  /** Shows nothing until then; null ends a pause. */
  pause: { input: { until: string | null }; answer: { paused_until: string | null } };
  /** Whether a message is being handed over at this moment. */
  sending: { input: null; answer: boolean };
  /** Puts right what keeps the page from being served. */
  enable_bridge: { input: null; answer: null };
  other_port: { input: null; answer: null };
};

export type UtilityRequest = {
  [Name in keyof UtilityRequests]: { name: Name; input: UtilityRequests[Name]['input'] };
}[keyof UtilityRequests];
