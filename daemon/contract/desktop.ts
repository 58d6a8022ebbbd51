/**
 * The functions that the desktop app provides to the page in its window, as `window.posthorn`; absent in a browser. Every
 * function sends a request to the main process. The page has no other access to the computer.
 */
export type DesktopBridge = {
  /** The token of the bridge that served this page. Rejects for pages that are not the app's own. */
  token(): Promise<string>;
  /** Calls back when the user opens a path of the page from outside the window. The returned function unsubscribes. */
  onOpen(listener: (path: string) => void): () => void;
  /** Whether the app starts when the user signs in to the computer; null where the system cannot report it. */
  startsAtLogin(): Promise<boolean | null>;
  setStartsAtLogin(on: boolean): Promise<void>;
  /** Whether the user was asked about this before. Reading it marks the user as asked. */
  loginOffered(): Promise<boolean>;
  /** Whether mail links open in the app. */
  isMailProgram(): Promise<boolean>;
  becomeMailProgram(): Promise<boolean>;
  /** The update state of the app. */
  update(): Promise<UpdateState>;
  checkForUpdate(): Promise<UpdateState>;
  /** Downloads the version that is available, or opens the page where the user gets it. */
  downloadUpdate(): Promise<void>;
  /** Quits in an orderly way and starts the new version; only in state `ready`. */
  installUpdate(): Promise<void>;
  print(): Promise<void>;
  readonly platform: 'darwin' | 'win32' | 'linux';
  readonly version: string;
};

export type UpdateState =
  | { state: 'none' | 'checking' }
  /** `page` is the address where the user gets it if the app cannot install it; else it waits for the user to download it. */
  | { state: 'available'; version: string; page: string | null }
  | { state: 'downloading'; version: string; percent: number }
  /** Installed at the next quit or at the user's request; never while a message is being sent. */
  | { state: 'ready'; version: string }
  | { state: 'failed'; reason: string }
  /** Not signed, run from source, or updated by the system. */
  | { state: 'off'; reason: string };
