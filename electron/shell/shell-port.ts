import type { Clock } from '../../daemon/base/clock.ts';
import type { Log } from '../../daemon/base/log.ts';
import type { UpdateState } from '../../daemon/contract/desktop.ts';
import type { UpdateMode, UpdatePolicy } from '../updates/update-policy.ts';
import type { DesktopStatus, DesktopNotification, NotificationAction } from '../../daemon/notifications/desktop.ts';
import type { PageRemedy, RepairChoice, RepairOffer, UtilityRequests } from '../daemon-process/utility-protocol.ts';

/** The interface between the shell and the process that runs it. */

/** Asks the utility process; rejects with a sentence if it does not run or cannot answer. */
export type SendUtilityRequest = <Name extends keyof UtilityRequests>(
  name: Name,
  input: UtilityRequests[Name]['input'],
) => Promise<UtilityRequests[Name]['answer']>;

/** The dependencies of the shell. */
export type ShellDeps = {
  request: SendUtilityRequest;
  /** Passes on the user's action on a notification. */
  onNotificationAction(notificationId: string, action: NotificationAction): void;
  /** Passes on the reply that the user wrote in a notification. */
  onNotificationReply(notificationId: string, text: string): void;
  /** Starts the daemon process again after it has ended or was given up. */
  restart(): void;
  /** Shows the page of the Posthorn that runs outside the app, after `elsewhere`. */
  useOtherInstance(): void;
  /** Repairs what keeps the mail from being opened. Rejects with a sentence if it fails; then all is as before. */
  repair(choice: RepairChoice): Promise<void>;
  /** Quits cleanly. */
  quit(): void;
  /** The token of the bridge that serves the page; undefined while there is none. */
  token(): string | undefined;
  update: Updates;
  login: LoginItem;
  trayHost: TrayHost;
  clock: Clock;
  /** The folder for window bounds and "login offered". */
  stateFolder: string;
  /** Whether it starts without a window. */
  isHidden: boolean;
  log: Log;
};

/** The visible parts of the app: tray, window, menu, notifications. */
export type Shell = {
  /** The state of the daemon process, for tray and window. */
  setProcessState(state: ProcessState): void;
  setPage(state: PageState): void;
  /** How far a repair is; undefined when it has ended without a result. A page or a start replaces it. */
  setRepairing(progress: RepairProgress | undefined): void;
  setStatus(status: DesktopStatus): void;
  setUpdatePolicy(policy: UpdatePolicy): void;
  showNotification(notification: DesktopNotification): void;
  withdrawNotifications(ids: readonly string[]): void;
  /** Brings the window to the front, at a path of the page if one is given; keeps the path until there is a page. */
  open(path?: string): void;
  /** Imports mail files after a question, and shows them. */
  openFiles(files: readonly string[]): void;
  /** Begins a message with these files. */
  attachFiles(files: readonly string[]): void;
  close(): void;
};

export type ProcessState =
  | { state: 'starting' }
  | { state: 'running' }
  | { state: 'restarting'; reason: string; attempt: number }
  | { state: 'given_up'; reason: string }
  | { state: 'shut_down' }
  /** Another Posthorn has the mail. `hasPage` says whether its page can be shown by `useOther`. */
  | { state: 'elsewhere'; reason: string; hasPage: boolean }
  | { state: 'failed'; reason: string; code: string; repair?: RepairOffer | undefined }
  /** Quitting waits for a message that is being sent. */
  | { state: 'finishing'; reason: string };

export type PageState =
  { url: string; isDemo: boolean } | { reason: string; remedy: PageRemedy; repair?: RepairOffer | undefined };

/** Whether the system shows the icon of the tray: on Linux that depends on the panel, which may come and go. */
export type TrayHost = {
  isPresent(): boolean;
  onChange(listener: () => void): void;
  close(): void;
};

/** How the app is updated. */
export type Updates = {
  readonly mode: UpdateMode;
  state(): UpdateState;
  /** Looks for a newer version; resolves with the resulting state, and never rejects. */
  check(): Promise<UpdateState>;
  /** Downloads the version that is available. Rejects if there is none, or if the system cannot install it. */
  download(): Promise<void>;
  /** `[updates]` of the settings; undefined before the daemon has reported it. */
  policy(): UpdatePolicy | undefined;
  setPolicy(policy: UpdatePolicy): void;
  /** Quits cleanly and starts the new version. Rejects with a sentence if none is ready. */
  install(): Promise<void>;
  /** Calls back when the state or the policy has changed. */
  onChange(listener: (state: UpdateState) => void): () => void;
};

/** `total` is 0 while it is not known. */
export type RepairProgress = { done: number; total: number };

/** Whether the app starts when the user signs in to the computer. */
export type LoginItem = {
  /** Null if the system does not report it. */
  get(): boolean | null;
  /** Throws with a sentence if the system refuses. */
  set(isEnabled: boolean): void;
};
