import { fork, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { register } from './register.ts';

// As much of Electron as the shell uses, where there is none. Windows and dialogs only keep what they were told; the
// utility process is a real one.

/** What the shell did, and what the person or the system answers. */
export const desktop = {
  windows: [] as BrowserWindow[],
  processes: [] as ChildProcess[],
  errors: [] as string[],
  questions: [] as string[],
  openedOutside: [] as string[],
  isFirstInstance: true,
  answer: 1,
  isRelaunched: false,
  hasQuit: Promise.withResolvers<void>(),
};

export function newDesktop(): typeof desktop {
  app.removeAllListeners();
  Object.assign(desktop, { windows: [], processes: [], errors: [], questions: [], openedOutside: [] });
  Object.assign(desktop, { isFirstInstance: true, answer: 1, isRelaunched: false, hasQuit: Promise.withResolvers() });
  return desktop;
}

class App extends EventEmitter {
  requestSingleInstanceLock(): boolean {
    return desktop.isFirstInstance;
  }

  async whenReady(): Promise<void> {}

  relaunch(): void {
    desktop.isRelaunched = true;
  }

  quit(): void {
    const event = held();
    this.emit('before-quit', event);
    if (!event.isHeld) desktop.hasQuit.resolve();
  }
}
export const app = new App();

/** An event that a listener may hold back. */
export function held(details: { url?: string } = {}) {
  const event = { ...details, isHeld: false, preventDefault: () => void (event.isHeld = true) };
  return event;
}

type OpenHandler = (details: { url: string }) => { action: string };
type PermissionHandler = (contents: unknown, permission: string, decide: (isGranted: boolean) => void) => void;

class WebContents extends EventEmitter {
  url = '';
  openHandler: OpenHandler = () => ({ action: 'allow' });
  permissionHandler: PermissionHandler = (_contents, _permission, decide) => decide(true);
  readonly session = {
    setPermissionRequestHandler: (handler: PermissionHandler) => void (this.permissionHandler = handler),
    setPermissionCheckHandler: () => undefined,
  };

  getURL(): string {
    return this.url;
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }
}

export class BrowserWindow extends EventEmitter {
  readonly webContents = new WebContents();
  readonly options: { webPreferences?: Record<string, unknown> };
  isSmall = false;
  isInFront = false;

  constructor(options: { webPreferences?: Record<string, unknown> }) {
    super();
    this.options = options;
    desktop.windows.push(this);
  }

  get url(): string {
    return this.webContents.url;
  }

  async loadURL(url: string): Promise<void> {
    this.webContents.url = url;
  }

  isDestroyed(): boolean {
    return false;
  }

  isMinimized(): boolean {
    return this.isSmall;
  }

  restore(): void {
    this.isSmall = false;
  }

  focus(): void {
    this.isInFront = true;
  }
}

export const dialog = {
  showErrorBox: (title: string, content: string) => void desktop.errors.push(`${title}: ${content}`),
  showMessageBox: async ({ message, detail }: { message: string; detail: string }) => {
    desktop.questions.push(`${message}: ${detail}`);
    return { response: desktop.answer };
  },
};

export const shell = { openExternal: async (url: string) => void desktop.openedOutside.push(url) };

export const utilityProcess = {
  fork(program: string, words: string[]) {
    const child = fork(program, words, {
      execArgv: ['--import', register],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    desktop.processes.push(child);
    const utility = new EventEmitter();
    child.on('message', (message) => utility.emit('message', message));
    child.on('exit', (code, signal) => utility.emit('exit', signal ? 15 : code));
    return Object.assign(utility, {
      postMessage: (message: object) => child.connected && child.send(message),
      kill: () => child.kill('SIGKILL'),
    });
  },
};
