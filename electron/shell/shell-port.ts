import type { Log } from '../../daemon/base/log.ts';
import type { UpdateState } from '../../daemon/contract/desktop.ts';
import type { DesktopStatus, DesktopNotification, NotificationAction } from '../../daemon/notifications/desktop.ts';
import type { PageRemedy, UtilityRequests } from '../daemon-process/utility-protocol.ts';

/** How what the person sees of the app, and what runs it, know each other. */

/** Asks the utility process; rejects with a sentence where it does not run or cannot answer. */
export type SendUtilityRequest = <Name extends keyof UtilityRequests>(
  name: Name,
  input: UtilityRequests[Name]['input'],
) => Promise<UtilityRequests[Name]['answer']>;

/** What the shell is made of. */
export type ShellDeps = {
  request: SendUtilityRequest;
  /** Passes on what the person did from a notification. */
  onNotificationAction(notificationId: string, action: NotificationAction): void;
  /** Starts the daemon process again after it has ended or was given up. */
  restart(): void;
  /** Shows the page of the Posthorn that runs outside the app, after `elsewhere`. */
  useOtherInstance(): void;
  /** Quits in good order. */
  quit(): void;
  /** The token of the bridge that serves the page; undefined while there is none. */
  token(): string | undefined;
  update: Updates;
  login: LoginItem;
  /** Where window bounds and "login offered" are kept. */
  stateFolder: string;
  /** Whether it starts without a window. */
  isHidden: boolean;
  log: Log;
};

/** What the person sees of the app: tray, window, menu, notifications. */
export type Shell = {
  /** How the daemon process is; the shell shows it in tray and window. */
  setProcessState(state: ProcessState): void;
  setPage(state: PageState): void;
  setStatus(status: DesktopStatus): void;
  showNotification(notification: DesktopNotification): void;
  withdrawNotifications(ids: readonly string[]): void;
  /** Brings the window forward, at a path of the page where one is given; keeps the path until there is a page. */
  open(path?: string): void;
  close(): void;
};

export type ProcessState =
  | { state: 'starting' }
  | { state: 'running' }
  | { state: 'restarting'; reason: string; attempt: number }
  | { state: 'given_up'; reason: string }
  | { state: 'shut_down' }
  /** Another Posthorn has the mail. `canUse` says whether its page can be shown by `useOther`. */
  | { state: 'elsewhere'; reason: string; hasPage: boolean }
  | { state: 'failed'; reason: string; code: string }
  /** Quitting waits for a message that is being handed over. */
  | { state: 'finishing'; reason: string };

export type PageState = { url: string; isDemo: boolean } | { reason: string; remedy: PageRemedy };

/** How the app is brought up to date. */
export type Updates = {
  state(): UpdateState;
  /** Looks for a newer version; resolves with what is known after that, and never rejects. */
  check(): Promise<UpdateState>;
  /** Quits in good order and starts the new version. Rejects with a sentence where none is ready. */
  install(): Promise<void>;
  /** Ends with what it answers. */
  onChange(listener: (state: UpdateState) => void): () => void;
};

/** Whether the app starts when the person signs in to the computer. */
export type LoginItem = {
  /** Null where the system cannot say. */
  get(): boolean | null;
  /** Throws with a sentence where the system refuses. */
  set(isEnabled: boolean): void;
};
