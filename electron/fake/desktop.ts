import type { ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The objects that the app created, by kind. The modules of the fake that create them add their types. */
export interface DesktopObjects {}

type Created<Kind extends string> = Kind extends keyof DesktopObjects ? DesktopObjects[Kind] : never;

/** The app's calls, and the answers of the user or the system. */
function initialDesktop() {
  return {
    windows: [] as Created<'window'>[],
    /** Windows without a page. */
    bareWindows: [] as Created<'bareWindow'>[],
    processes: [] as ChildProcess[],
    trays: [] as Created<'tray'>[],
    notifications: [] as Created<'notification'>[],
    /** Menus that were opened over the page. */
    popups: [] as Created<'menu'>[],
    applicationMenu: null as Created<'menu'> | null,
    errors: [] as string[],
    messageBoxes: [] as string[],
    openedExternally: [] as string[],
    shownInFolder: [] as string[],
    /** The options of the crash reporter, once it is started. */
    crashReporting: undefined as { uploadToServer?: boolean } | undefined,
    /** Files that were given to a program, and why none could open them. */
    openedFiles: [] as string[],
    openFailure: '',
    /** Files that the system shows a preview of, or its share menu for. */
    previewed: [] as string[],
    shared: [] as string[],
    /** What the user chooses in a dialog for files. */
    chosenFiles: [] as string[],
    copied: [] as string[],
    protocols: [] as string[],
    isFirstInstance: true,
    /** The data of a second instance's request for the lock. */
    additionalData: undefined as unknown,
    messageBoxResponse: 1,
    /** The program that opens mail links, on macOS and Windows. */
    dockMenu: null as Created<'menu'> | null,
    userTasks: [] as { title: string; arguments: string }[],
    mailProgram: undefined as string | undefined,
    isInApplicationsFolder: true,
    /** Why no page can be loaded. */
    loadFailure: undefined as string | undefined,
    savePath: undefined as string | undefined,
    isRelaunched: false,
    isPackaged: false,
    /** The switches of Chromium on the command line. */
    switches: [] as string[],
    isDark: false,
    badge: 0,
    dockBadge: '',
    userModelId: '',
    loginItem: { openAtLogin: false } as Record<string, unknown>,
    locales: ['en-GB'],
    paths: {} as Record<string, string>,
    quitDone: Promise.withResolvers<void>(),
  };
}

export const desktop = initialDesktop();

export function resetDesktop(): typeof desktop {
  return Object.assign(desktop, initialDesktop());
}

/** The default for a path of the app that is not set. */
export function fakePath(name: string): string {
  return desktop.paths[name] ?? join(tmpdir(), `posthorn-fake-${process.pid}`, name);
}

/** An event whose default a listener may prevent. */
export function cancelableEvent(details: { url?: string } = {}) {
  const event = { ...details, defaultPrevented: false, preventDefault: () => void (event.defaultPrevented = true) };
  return event;
}
