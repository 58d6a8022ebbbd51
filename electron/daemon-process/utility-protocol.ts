import type { UpdatePolicy } from '../updates/update-policy.ts';
import type { AttachmentRef } from '../../daemon/contract/desktop.ts';
import type { DesktopStatus, DesktopNotification, NotificationAction } from '../../daemon/notifications/desktop.ts';

/** The only protocol between the main process and the utility process. Both sides import it. */

/** The remedies for a missing page. */
export type PageRemedy = 'enable_bridge' | 'other_port' | 'none';

/** A repair of what keeps the mail from being opened. `settings` brings back the last settings that worked. */
export type RepairChoice =
  { id: 'restore'; backup: string } | { id: 'salvage' | 'start_over' | 'retry' } | { id: 'settings' };

/** Messages of an import. */
export type ImportResult = { added: number; known: number; failed: number };

/** What the window offers while the mail cannot be opened and there is no page to say so. */
export type RepairOffer = {
  /** The problem, in a sentence for the user. */
  problem: string;
  /** The best one first. */
  choices: readonly { id: RepairChoice['id']; description: string }[];
  /** Sound backups, newest first. `made_at` is an instant. */
  backups: readonly { name: string; made_at: string; bytes: number; messages: number }[];
};

/** The messages of the utility process to the main process. */
export type UtilityMessage =
  /** The current address of the page, and the token for it. */
  | { kind: 'ready'; url: string; token: string; isDemo: boolean }
  /** Why there is no page; `remedy` would bring it back. With `repair` the mail cannot be opened either. */
  | { kind: 'page_unavailable'; reason: string; remedy: PageRemedy; repair?: RepairOffer | undefined }
  /** Why nothing could be started, in a sentence for the user. The process stays, for the repairs that it offers. */
  | { kind: 'failed'; reason: string; code: string; repair?: RepairOffer | undefined }
  /** How far a repair is. `total` is 0 while it is not known. */
  | { kind: 'repair_progress'; done: number; total: number }
  /** `[updates]` of the settings: at the start, and when it changes. */
  | { kind: 'update_policy'; policy: UpdatePolicy }
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
  /** The user wrote a reply in a notification. */
  | { kind: 'notification_reply'; notificationId: string; text: string }
  | { kind: 'request'; id: number; request: UtilityRequest };

/** The questions of the main process, with their answers. */
export type UtilityRequests = {
  /** Requests a sync of every account. */
  sync: { input: null; answer: null };
  /** Shows no notifications until then; null ends a pause. */
  pause: { input: { until: string | null }; answer: { paused_until: string | null } };
  /** Whether a message is being sent now. */
  sending: { input: null; answer: boolean };
  /** Pauses all agents and tools, or resumes them. */
  pause_agents: { input: { paused: boolean }; answer: null };
  /** Locks the passwords that a passphrase protects. */
  lock_passwords: { input: null; answer: null };
  /** Applies the remedy for a missing page. */
  enable_bridge: { input: null; answer: null };
  other_port: { input: null; answer: null };
  /**
   * Saves the file of a message: for a program that opens it, readable by its owner only and for a day, or for the user in
   * the download folder.
   */
  save_attachment: { input: AttachmentRef & { to: 'temporary' | 'downloads' }; answer: { path: string } };
  /** Imports mail files of this computer. May take minutes. */
  import_files: { input: { paths: readonly string[] }; answer: ImportResult };
  /** Begins a message with files of this computer. */
  attach_files: { input: { paths: readonly string[] }; answer: { draft_path: string } };
  /** Stores whether the user wants the app to look for newer versions. */
  check_updates: { input: { check: 'daily' | 'never' }; answer: null };
  /** Resolves when the repair is done; the daemon, where one runs, then restarts by itself. May take minutes. */
  repair: { input: RepairChoice; answer: null };
};

export type UtilityRequest = {
  [Name in keyof UtilityRequests]: { name: Name; input: UtilityRequests[Name]['input'] };
}[keyof UtilityRequests];
