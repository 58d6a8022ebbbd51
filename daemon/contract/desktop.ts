/**
 * What the desktop app lends to the page in its window, as `window.posthorn`; absent in a browser. Every verb asks the main
 * process. The page gets no more of the computer than this.
 */
export type DesktopBridge = {
  /** The token of the bridge that served this page. Rejects where the page is not the app's own. */
  token(): Promise<string>;
  /** The person asked, from outside the window, to be shown a path of the page. Ends with what it answers. */
  onOpen(listener: (path: string) => void): () => void;
  /** Whether the app starts when the person signs in to the computer; null where the system cannot say. */
  startsAtLogin(): Promise<boolean | null>;
  setStartsAtLogin(on: boolean): Promise<void>;
  /** Whether the person has been asked about that before. From this question on they have. */
  loginOffered(): Promise<boolean>;
  /** Whether mail links open in the app. */
  isMailProgram(): Promise<boolean>;
  becomeMailProgram(): Promise<boolean>;
  /** How the app is updated. */
  update(): Promise<UpdateState>;
  checkForUpdate(): Promise<UpdateState>;
  /** Quits in good order and starts the new version; only where one is `ready`. */
  installUpdate(): Promise<void>;
  print(): Promise<void>;
  readonly platform: 'darwin' | 'win32' | 'linux';
  readonly version: string;
};

export type UpdateState =
  | { state: 'none' | 'checking' }
  | { state: 'downloading'; version: string; percent: number }
  /** Installed at the next quit, or when the person says so; never while a message is being sent. */
  | { state: 'ready'; version: string }
  | { state: 'failed'; reason: string }
  /** Built without signing, run from source, or kept up to date by the system. */
  | { state: 'off'; reason: string };
