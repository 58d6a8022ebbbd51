import type { ChimeSound } from '../config/schema/sections.ts';

/**
 * The desktop as the daemon sees it: notifications and sounds for the user at the computer. No method throws or waits: an
 * operation that the desktop cannot perform is logged and skipped.
 */
export type Desktop = {
  /** Plays a sound at a volume from 0 (silence) to 1; stops a sound that is still playing. */
  play(sound: Exclude<ChimeSound, 'none'>, volume: number): void;
  /** Shows a notification, and replaces the one with the same id if it is still shown. */
  show(notification: DesktopNotification): void;
  /** Removes obsolete notifications. */
  withdraw(ids: readonly string[]): void;
  /** Updates the overall status for status indicators; called at the start and on every change. */
  setStatus(status: DesktopStatus): void;
};

export type DesktopNotification = {
  id: string;
  kind: 'mail' | 'reminder' | 'send' | 'trouble';
  title: string;
  body: string;
  /** The path of the page to open, for example `/inbox/m/<thread id>`. */
  path: string;
  /** The available actions, the most likely first. A desktop that cannot show actions omits them. */
  actions: readonly NotificationButton[];
};

/** An action with a path opens the page there; other actions are sent to the daemon. */
type NotificationButton = { id: NotificationAction; label: string; path?: string };

/** The actions in a notification, besides opening its subject. */
const notificationActions = ['archive', 'mark_read', 'reply', 'trash'] as const;
export type NotificationAction = (typeof notificationActions)[number];

/** The overall status of the daemon. */
export type DesktopStatus = {
  /** Unread conversations in the inboxes of all accounts. */
  unread: number;
  /** Requests of agents that wait for the user. */
  approvals: number;
  /** Whether agents and tools are paused; null where none may ask for anything, because no profile is set up. */
  agents_paused: boolean | null;
  /** Whether the passwords that a passphrase protects can be used; null where there are none. */
  passwords: 'locked' | 'unlocked' | null;
  /** The end of the current pause, during which notifications and sounds are off; null without a pause. */
  paused_until: string | null;
} & DesktopState;

/** The most severe state of any account. */
export type DesktopState =
  | { state: 'synced' }
  /** No account is set up yet. */
  | { state: 'empty' }
  /** `percent` is a whole number; null while the total is unknown. */
  | { state: 'syncing'; percent: number | null }
  /** `reason` is a sentence for the user. */
  | { state: 'offline'; reason: string }
  | { state: 'needs_attention'; account_id: string; reason: string };

/** A desktop that does nothing. */
export const noDesktop: Desktop = { play() {}, show() {}, withdraw() {}, setStatus() {} };
