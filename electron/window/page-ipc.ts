import { app, ipcMain, shell, type IpcMainEvent, type IpcMainInvokeEvent, type WebContents } from 'electron';
import type { DesktopBridge } from '../../daemon/contract/desktop.ts';
import type { AttachmentActions } from '../attachments/attachment-actions.ts';
import type { ProblemReports } from '../problem-report/problem-report.ts';
import type { LoginItem, Updates } from '../shell/shell-port.ts';
import { getUpdate } from '../updates/get-update.ts';
import type { CoverView } from './cover.ts';
import type { LastViewStore } from './last-view.ts';
import { originOf } from './window-links.ts';
import type { WindowStateStore } from './window-state.ts';

/** The channels between the page's preload and the main process. */
const askChannel = 'posthorn:ask';
const dragChannel = 'posthorn:drag';
/** What the preload answers itself, or sends as a message. */
type PreloadPart = 'onOpen' | 'platform' | 'version' | 'attachmentUses' | 'dragAttachment';
/** The requests of the page: all other methods of `DesktopBridge`. */
type PageRequests = Omit<DesktopBridge, PreloadPart> & {
  /** What covers the page until it is rendered; asked for by the preload. */
  coverView(): Promise<CoverView | null>;
};

type PageIpcDeps = {
  /** Whether it is a window of the app. */
  isOwn(contents: WebContents): boolean;
  /** The current address of the page. */
  origin(): string | undefined;
  token(): string | undefined;
  login: LoginItem;
  update: Updates;
  state: WindowStateStore;
  print(contents: WebContents): Promise<void>;
  attachments: AttachmentActions;
  problemReports: ProblemReports;
  lastView: Pick<LastViewStore, 'store' | 'forget' | 'takeShown'>;
  platform: NodeJS.Platform;
};

/** Answers only the page of the window; returns a function that ends that. */
export function handlePageRequests(deps: PageIpcDeps): () => void {
  ipcMain.handle(askChannel, async (event, name: unknown, ...args: unknown[]) => {
    if (!isAppPage(event, deps)) throw new Error('Only Posthorn’s own page can use the app.');
    const handlers = pageRequestHandlers(deps, event.sender);
    const handler =
      typeof name === 'string' && Object.hasOwn(handlers, name) ? handlers[name as keyof PageRequests] : null;
    if (!handler) throw new Error('The app doesn’t know this request. Update Posthorn.');
    return (handler as (...given: unknown[]) => Promise<unknown>)(...args);
  });
  // A drag has to begin while the mouse button is down: no answer is waited for.
  const drag = (event: IpcMainEvent, attachment: unknown) => {
    if (isAppPage(event, deps)) deps.attachments.startDrag(attachment, event.sender);
  };
  ipcMain.on(dragChannel, drag);
  return () => {
    ipcMain.removeHandler(askChannel);
    ipcMain.off(dragChannel, drag);
  };
}

/** Refuse a frame inside the page, such as that of a message, a page from elsewhere and a card. */
function isAppPage(
  { sender, senderFrame }: IpcMainInvokeEvent | IpcMainEvent,
  { isOwn, origin }: PageIpcDeps,
): boolean {
  if (!isOwn(sender) || !senderFrame || senderFrame !== sender.mainFrame) return false;
  return origin() !== undefined && originOf(senderFrame.url) === origin();
}

function pageRequestHandlers(
  { token, login, update, state, print, attachments, lastView, problemReports, platform }: PageIpcDeps,
  sender: WebContents,
): PageRequests {
  return {
    async token() {
      const current = token();
      if (current === undefined) throw new Error('Posthorn is starting. Try again in a moment.');
      return current;
    },
    startsAtLogin: async () => login.get(),
    async setStartsAtLogin(on) {
      if (typeof on !== 'boolean') throw new Error('The value must be true or false.');
      login.set(on);
      state.change({ loginOffered: true });
    },
    async loginOffered() {
      const { loginOffered } = state.current();
      state.change({ loginOffered: true });
      return loginOffered;
    },
    isMailProgram: () => isMailProgram(platform),
    async becomeMailProgram() {
      // The system would remember the program of Electron.
      if (!app.isPackaged)
        throw new Error('Posthorn is running from its source folder, so it can’t become your mail program.');
      // On Windows only the user can choose, in its settings, among the programs that installers have registered.
      if (platform === 'win32') await shell.openExternal('ms-settings:defaultapps?registeredAppUser=Posthorn');
      else app.setAsDefaultProtocolClient('mailto');
      return isMailProgram(platform);
    },
    update: async () => update.state(),
    checkForUpdate: () => update.check(),
    downloadUpdate: () => getUpdate(update),
    installUpdate: () => update.install(),
    print: () => print(sender),
    openAttachment: (attachment, use) => attachments.use(attachment, use, sender),
    prepareAttachmentDrag: attachments.prepareDrag,
    storeLastView: async (view) => lastView.store(view),
    async takeUpdateNote() {
      const { isUpdated } = state.current();
      state.change({ isUpdated: false });
      return isUpdated;
    },
    problemFiles: async () => problemReports.files(),
    saveProblemReport: async (report) => problemReports.save(report),
    coverView: async () => lastView.takeShown() ?? null,
    forgetLastView: async () => lastView.forget(),
  };
}

/** Windows is asked which program opens a link: Electron only compares the entry that it would write. */
async function isMailProgram(platform: NodeJS.Platform): Promise<boolean> {
  if (platform !== 'win32') return app.isDefaultProtocolClient('mailto');
  try {
    const { path } = await app.getApplicationInfoForProtocol('mailto:');
    return path.toLowerCase() === process.execPath.toLowerCase();
  } catch {
    // No program is chosen.
    return false;
  }
}
