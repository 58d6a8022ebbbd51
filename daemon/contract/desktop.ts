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
  /** What this system can do with the file of a message. */
  readonly attachmentUses: readonly AttachmentUse[];
  /** Resolves when the system has taken over, or when the user has declined a risk. Rejects with a sentence. */
  openAttachment(attachment: AttachmentRef, use: AttachmentUse): Promise<void>;
  /** Saves the file for the owner only, so that it can be dragged. Rejects with a sentence. */
  prepareAttachmentDrag(attachment: AttachmentRef): Promise<void>;
  /** Drags the file to another program, if it is prepared. To be called when the user begins to drag. */
  dragAttachment(attachment: AttachmentRef): void;
  /** Keeps how the list looks, for the next start; not while a demo is shown. Rejects what is no list. */
  storeLastView(view: LastView): Promise<void>;
  /** Removes what is kept, as after the removal of an account. */
  forgetLastView(): Promise<void>;
  /** Whether the app was updated since its user was last told; marks the user as told. */
  takeUpdateNote(): Promise<boolean>;
  /** What the app adds to the report of a problem. Nothing is sent. */
  problemFiles(): Promise<ProblemFiles>;
  /** Saves a folder with the report among the downloads, and shows it. Rejects with a sentence. */
  saveProblemReport(report: { text: string; withCrashFiles: boolean }): Promise<void>;
  readonly platform: 'darwin' | 'win32' | 'linux';
  readonly version: string;
};

/** A memory image of a process of the app that has crashed. It may contain parts of mail. `at` is an instant. */
export type CrashFile = { name: string; bytes: number; at: string };

/** `log` is lines of the app's own log, without names and addresses. */
export type ProblemFiles = { log: readonly string[]; crashFiles: readonly CrashFile[] };

/** The file of a message. */
export type AttachmentRef = { message_id: string; attachment_id: string };

/**
 * `open` starts the program that the system has for the file, `open_with` one that the user chooses. `show` saves it into the
 * download folder and shows it there. `quick_look` and `share` are the preview and the share menu of macOS.
 */
export type AttachmentUse = 'open' | 'open_with' | 'quick_look' | 'share' | 'show';

/**
 * How a list of the page looked: its frame, its rows and the counts of the sidebar. No text of a message beyond the snippets
 * of the rows. The window shows it while Posthorn starts, and nothing in it can be used.
 */
export type LastView = {
  /** The path of the list. */
  path: string;
  /** Attributes of the document element, such as the theme and the density. */
  attributes: Readonly<Record<string, string>>;
  /** The paths of the style sheets on the page's origin. */
  styles: readonly string[];
  /** What is said to a user who wants to do something in it, in the language of the page. */
  notice: string;
  html: string;
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
