import { EventEmitter } from 'node:events';
import { desktop, cancelableEvent } from './desktop.ts';

declare module './desktop.ts' {
  interface DesktopObjects {
    window: BrowserWindow;
    bareWindow: BaseWindow;
  }
}

type OpenHandler = (details: { url: string }) => { action: string };
type PermissionHandler = (contents: unknown, permission: string, decide: (isGranted: boolean) => void) => void;
type RequestHandler = (details: { url: string }, decide: (answer: { cancel?: boolean }) => void) => void;

export class Session extends EventEmitter {
  permissionHandler: PermissionHandler = (_contents, _permission, decide) => decide(true);
  permissionCheck: (...asked: unknown[]) => boolean = () => true;
  certificateCheck: ((request: unknown, decide: (verdict: number) => void) => void) | null = null;
  requestHandler: RequestHandler | undefined;
  isSpellChecked = true;
  spellLanguages: string[] = [];
  readonly dictionary: string[] = [];
  readonly availableSpellCheckerLanguages = ['de', 'en-GB', 'en-US', 'fr'];
  readonly webRequest = {
    onBeforeRequest: (...words: unknown[]) => void (this.requestHandler = words.at(-1) as RequestHandler),
  };

  setPermissionRequestHandler(handler: PermissionHandler): void {
    this.permissionHandler = handler;
  }

  setPermissionCheckHandler(check: (...asked: unknown[]) => boolean): void {
    this.permissionCheck = check;
  }

  setDevicePermissionHandler(): void {}

  setDisplayMediaRequestHandler(): void {}

  setCertificateVerifyProc(check: Session['certificateCheck']): void {
    this.certificateCheck = check;
  }

  setSpellCheckerEnabled(on: boolean): void {
    this.isSpellChecked = on;
  }

  isSpellCheckerEnabled(): boolean {
    return this.isSpellChecked;
  }

  setSpellCheckerLanguages(languages: string[]): void {
    this.spellLanguages = languages;
  }

  getSpellCheckerLanguages(): string[] {
    return this.spellLanguages;
  }

  addWordToSpellCheckerDictionary(word: string): boolean {
    this.dictionary.push(word);
    return true;
  }

  async clearCache(): Promise<void> {}

  fetch(url: string): Promise<Response> {
    return fetch(url);
  }
}

export const session = { defaultSession: new Session(), fromPartition: () => session.defaultSession };

let lastId = 0;

export class WebContents extends EventEmitter {
  readonly id = ++lastId;
  url = '';
  openHandler: OpenHandler = () => ({ action: 'allow' });
  readonly session = session.defaultSession;
  /** The messages sent to the page, channel first. */
  readonly sent: unknown[][] = [];
  /** Methods that were called, such as `print`. */
  readonly done: string[] = [];
  zoomLevel = 0;
  /** How many addresses were loaded. */
  loads = 0;
  isDevToolsOpen = false;
  readonly mainFrame = new Frame(this);

  /** Values for the permission handler, set by tests. */
  get permissionHandler(): PermissionHandler {
    return this.session.permissionHandler;
  }

  get zoomFactor(): number {
    return 1.2 ** this.zoomLevel;
  }

  getURL(): string {
    return this.url;
  }

  getZoomLevel(): number {
    return this.zoomLevel;
  }

  setZoomLevel(level: number): void {
    this.zoomLevel = level;
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }

  setVisualZoomLevelLimits(): Promise<void> {
    return Promise.resolve();
  }

  send(...words: unknown[]): void {
    this.sent.push(words);
  }

  print(_options: unknown, done?: (isPrinted: boolean, reason: string) => void): void {
    this.done.push('print');
    done?.(true, '');
  }

  isDestroyed(): boolean {
    return false;
  }

  isLoading(): boolean {
    return false;
  }

  isLoadingMainFrame(): boolean {
    return false;
  }

  reload(): void {
    this.done.push('reload');
  }

  replaceMisspelling(word: string): void {
    this.done.push(`replace ${word}`);
  }

  downloadURL(url: string): void {
    this.done.push(`download ${url}`);
  }

  copyImageAt(): void {
    this.done.push('copy image');
  }

  inspectElement(): void {
    this.isDevToolsOpen = true;
  }

  openDevTools(): void {
    this.isDevToolsOpen = true;
  }

  toggleDevTools(): void {
    this.isDevToolsOpen = !this.isDevToolsOpen;
  }

  startDrag({ file, icon }: { file: string; icon: { isEmpty(): boolean } }): void {
    if (icon.isEmpty()) throw new Error("Must specify non-empty 'icon' option");
    this.done.push(`drag ${file}`);
  }

  forcefullyCrashRenderer(): void {
    this.done.push('crash');
  }
}

class Frame {
  readonly parent = null;
  readonly #contents: WebContents;

  constructor(contents: WebContents) {
    this.#contents = contents;
  }

  get url(): string {
    return this.#contents.url;
  }

  get origin(): string {
    return URL.canParse(this.url) ? new URL(this.url).origin : 'null';
  }
}

type Bounds = { x: number; y: number; width: number; height: number };
export type WindowOptions = Partial<Bounds> & { show?: boolean; webPreferences?: Record<string, unknown> } & Record<
    string,
    unknown
  >;

/** A window without a page. */
export class BaseWindow extends EventEmitter {
  readonly options: WindowOptions;
  isGone = false;

  constructor(options: WindowOptions = {}) {
    super();
    this.options = options;
    desktop.bareWindows.push(this);
  }

  destroy(): void {
    this.isGone = true;
  }
}

export class BrowserWindow extends EventEmitter {
  readonly webContents = new WebContents();
  readonly options: WindowOptions;
  bounds: Bounds;
  title = '';
  isSmall = false;
  isInFront = false;
  isShown: boolean;
  isLarge = false;
  isFull = false;
  isGone = false;
  progress = -1;
  overlay: unknown = null;
  backgroundColor = '';

  constructor(options: WindowOptions = {}) {
    super();
    this.options = options;
    this.isShown = options.show ?? true;
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.bounds = { x, y, width, height };
    desktop.windows.push(this);
  }

  static getAllWindows(): BrowserWindow[] {
    return desktop.windows.filter(({ isGone }) => !isGone);
  }

  static getFocusedWindow(): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find(({ isInFront }) => isInFront) ?? null;
  }

  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return desktop.windows.find(({ webContents }) => webContents === contents) ?? null;
  }

  get url(): string {
    return this.webContents.url;
  }

  get id(): number {
    return this.webContents.id;
  }

  async loadURL(url: string): Promise<void> {
    if (desktop.loadFailure !== undefined && url.startsWith('http')) throw new Error(desktop.loadFailure);
    this.webContents.url = url;
    this.webContents.loads++;
    this.webContents.emit('did-navigate', {}, url);
    this.webContents.emit('did-finish-load');
    this.emit('ready-to-show');
  }

  async loadFile(path: string, { query = {} }: { query?: Record<string, string> } = {}): Promise<void> {
    await this.loadURL(`file://${path}?${new URLSearchParams(query).toString()}`);
  }

  show(): void {
    this.isShown = true;
    this.isInFront = true;
    this.emit('show');
  }

  showInactive(): void {
    this.isShown = true;
  }

  hide(): void {
    this.isShown = false;
    this.isInFront = false;
    this.emit('hide');
  }

  isVisible(): boolean {
    return this.isShown && !this.isGone;
  }

  isFocused(): boolean {
    return this.isInFront;
  }

  isDestroyed(): boolean {
    return this.isGone;
  }

  isMinimized(): boolean {
    return this.isSmall;
  }

  minimize(): void {
    this.isSmall = true;
  }

  restore(): void {
    this.isSmall = false;
  }

  focus(): void {
    this.isInFront = true;
    this.emit('focus');
  }

  moveTop(): void {}

  isMaximized(): boolean {
    return this.isLarge;
  }

  maximize(): void {
    this.isLarge = true;
  }

  isFullScreen(): boolean {
    return this.isFull;
  }

  setFullScreen(on: boolean): void {
    this.isFull = on;
  }

  getBounds(): Bounds {
    return this.bounds;
  }

  getNormalBounds(): Bounds {
    return this.bounds;
  }

  setBounds(bounds: Partial<Bounds>): void {
    this.bounds = { ...this.bounds, ...bounds };
  }

  setTitle(title: string): void {
    this.title = title;
  }

  setBackgroundColor(color: string): void {
    this.backgroundColor = color;
  }

  setOverlayIcon(overlay: unknown): void {
    this.overlay = overlay;
  }

  setProgressBar(progress: number): void {
    this.progress = progress;
  }

  flashFrame(): void {}

  previewFile(path: string, name: string): void {
    desktop.previewed.push(`${path} as ${name}`);
  }

  setMenuBarVisibility(): void {}

  setAutoHideMenuBar(): void {}

  setMenu(): void {}

  removeMenu(): void {}

  /** The user's click on the close button. */
  close(): void {
    if (this.isGone) return;
    const event = cancelableEvent();
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }

  destroy(): void {
    if (this.isGone) return;
    this.isGone = true;
    this.isShown = false;
    this.isInFront = false;
    this.emit('closed');
  }
}
