import type { ChimeSound } from '../config/schema/sections.ts';

/**
 * The desktop as the daemon knows it: what the person at the computer is shown and made to hear. No verb throws or waits:
 * what a desktop cannot do it logs and leaves.
 */
export type Desktop = {
  /** Plays a sound, from 0 (silence) to 1; one that is still sounding ends. */
  play(sound: Exclude<ChimeSound, 'none'>, volume: number): void;
  /** Shows a notification, in the place of the one with the same id where that is still there. */
  show(notification: DesktopNotification): void;
  /** Takes notifications away that are of no use any more. */
  withdraw(ids: readonly string[]): void;
  /** How everything is, for whoever shows it at a glance; told at the start and whenever it changes. */
  setStatus(status: DesktopStatus): void;
};

export type DesktopNotification = {
  id: string;
  kind: 'mail' | 'reminder' | 'send' | 'trouble';
  title: string;
  body: string;
  /** The path of the page it leads to, as in `/inbox/m/<thread id>`. */
  path: string;
  /** What can be done from where it is shown, the likeliest first. A desktop that cannot show them leaves them out. */
  actions: readonly NotificationButton[];
};

/** One that has a path opens the page there; the others are answered. */
export type NotificationButton = { id: NotificationAction; label: string; path?: string };

/** What a person can do from a notification, beside opening what it is about. */
export const notificationActions = ['archive', 'mark_read', 'reply', 'trash'] as const;
export type NotificationAction = (typeof notificationActions)[number];

/** How the daemon is at a glance. */
export type DesktopStatus = {
  /** Unread conversations in the inboxes of all accounts. */
  unread: number;
  /** Until when nothing is shown and nothing sounds; null while there is no pause. */
  paused_until: string | null;
} & DesktopState;

/** The gravest that is true of any account. */
export type DesktopState =
  | { state: 'synced' }
  /** No account is set up yet. */
  | { state: 'empty' }
  /** `percent` is whole; null where nobody knows yet how much there is. */
  | { state: 'syncing'; percent: number | null }
  /** `reason` is a sentence for the person. */
  | { state: 'offline'; reason: string }
  | { state: 'needs_attention'; account_id: string; reason: string };

/** A desktop that is not there. */
export const noDesktop: Desktop = { play() {}, show() {}, withdraw() {}, setStatus() {} };
