import { EventEmitter } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { desktop, fakePath, cancelableEvent } from './desktop.ts';
import { NativeImage, type Menu } from './menu-tray-notification.ts';

class App extends EventEmitter {
  readonly dock = {
    setBadge: (text: string) => void (desktop.dockBadge = text),
    show: async () => undefined,
    hide: () => undefined,
    setMenu: (menu: Menu) => void (desktop.dockMenu = menu),
    setIcon: () => undefined,
    bounce: () => 0,
    downloadFinished: () => undefined,
  };
  readonly commandLine = { hasSwitch: (name: string) => desktop.switches.includes(name) };
  name = 'Posthorn';
  accessibilitySupportEnabled = false;

  get isPackaged(): boolean {
    return desktop.isPackaged;
  }

  requestSingleInstanceLock(data?: unknown): boolean {
    desktop.additionalData = data;
    return desktop.isFirstInstance;
  }

  releaseSingleInstanceLock(): void {}

  async whenReady(): Promise<void> {}

  isReady(): boolean {
    return true;
  }

  relaunch(): void {
    desktop.isRelaunched = true;
  }

  quit(): void {
    const event = cancelableEvent();
    this.emit('before-quit', event);
    if (event.defaultPrevented) return;
    this.emit('will-quit', cancelableEvent());
    this.emit('quit', {}, 0);
    desktop.quitDone.resolve();
  }

  exit(): void {
    this.emit('quit', {}, 0);
    desktop.quitDone.resolve();
  }

  getPath(name: string): string {
    return fakePath(name);
  }

  setPath(name: string, path: string): void {
    desktop.paths[name] = path;
  }

  getAppPath(): string {
    return process.cwd();
  }

  getName(): string {
    return this.name;
  }

  setName(name: string): void {
    this.name = name;
  }

  getVersion(): string {
    return '0.1.0';
  }

  getLocale(): string {
    return desktop.locales[0] ?? 'en-GB';
  }

  getPreferredSystemLanguages(): string[] {
    return desktop.locales;
  }

  setAppUserModelId(id: string): void {
    desktop.userModelId = id;
  }

  setBadgeCount(count?: number): boolean {
    desktop.badge = count ?? 0;
    return true;
  }

  getBadgeCount(): number {
    return desktop.badge;
  }

  setAboutPanelOptions(): void {}

  setUserTasks(tasks: { title: string; arguments: string }[]): boolean {
    desktop.userTasks = tasks;
    return true;
  }

  enableSandbox(): void {}

  focus(): void {}

  show(): void {}

  hide(): void {}

  setAsDefaultProtocolClient(protocol: string): boolean {
    if (!desktop.protocols.includes(protocol)) desktop.protocols.push(protocol);
    return true;
  }

  removeAsDefaultProtocolClient(protocol: string): boolean {
    desktop.protocols = desktop.protocols.filter((each) => each !== protocol);
    return true;
  }

  isDefaultProtocolClient(protocol: string): boolean {
    return desktop.protocols.includes(protocol);
  }

  async getApplicationInfoForProtocol(): Promise<{ name: string; path: string }> {
    if (desktop.mailProgram === undefined) throw new Error('Unable to retrieve installation path to app');
    return { name: 'Mail', path: desktop.mailProgram };
  }

  isInApplicationsFolder(): boolean {
    return desktop.isInApplicationsFolder;
  }

  moveToApplicationsFolder(): boolean {
    desktop.isInApplicationsFolder = true;
    return true;
  }

  async getFileIcon(path: string): Promise<NativeImage> {
    return new NativeImage(`icon of ${path}`);
  }

  getLoginItemSettings(): Record<string, unknown> {
    return desktop.loginItem;
  }

  setLoginItemSettings(settings: Record<string, unknown>): void {
    desktop.loginItem = settings;
  }
}
export const app = new App();

class PowerMonitor extends EventEmitter {
  isOnBatteryPower(): boolean {
    return false;
  }
}
export const powerMonitor = new PowerMonitor();

class NativeTheme extends EventEmitter {
  themeSource = 'system';
  shouldUseHighContrastColors = false;
  prefersReducedTransparency = false;

  get shouldUseDarkColors(): boolean {
    return desktop.isDark;
  }

  get shouldUseDarkColorsForSystemIntegratedUI(): boolean {
    return desktop.isDark;
  }
}
export const nativeTheme = new NativeTheme();

type Display = { id: number; scaleFactor: number; workArea: Area; bounds: Area };
type Area = { x: number; y: number; width: number; height: number };
const area: Area = { x: 0, y: 0, width: 1920, height: 1080 };

class Screen extends EventEmitter {
  displays: Display[] = [{ id: 1, scaleFactor: 1, workArea: area, bounds: area }];

  getAllDisplays(): Display[] {
    return this.displays;
  }

  getPrimaryDisplay(): Display {
    return this.displays[0]!;
  }

  getDisplayMatching(): Display {
    return this.displays[0]!;
  }
}
export const screen = new Screen();

type MessageBoxOptions = { message: string; detail?: string };

export const dialog = {
  showErrorBox: (title: string, content: string) => void desktop.errors.push(`${title}: ${content}`),
  async showMessageBox(...words: unknown[]) {
    const { message, detail = '' } = words.at(-1) as MessageBoxOptions;
    desktop.messageBoxes.push(`${message}: ${detail}`);
    return { response: desktop.messageBoxResponse, checkboxChecked: false };
  },
  async showOpenDialog() {
    return { canceled: desktop.chosenFiles.length === 0, filePaths: desktop.chosenFiles };
  },
  async showSaveDialog() {
    return { canceled: desktop.savePath === undefined, filePath: desktop.savePath ?? '' };
  },
  showSaveDialogSync: () => desktop.savePath,
};

export const shell = {
  openExternal: async (url: string) => void desktop.openedExternally.push(url),
  openPath: async (path: string) => {
    (existsSync(path) && statSync(path).isFile() ? desktop.openedFiles : desktop.shownInFolder).push(path);
    return desktop.openFailure;
  },
  showItemInFolder: (path: string) => void desktop.shownInFolder.push(path),
  beep: () => undefined,
};

export const crashReporter = {
  start: (options: { uploadToServer?: boolean }) => void (desktop.crashReporting = options),
};

export const clipboard = { writeText: (text: string) => void desktop.copied.push(text) };

export const globalShortcut = { register: () => true, unregisterAll: () => undefined };
