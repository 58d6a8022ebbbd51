import { app, ipcMain, shell, type IpcMainInvokeEvent, type WebContents } from 'electron';
import type { DesktopBridge } from '../daemon/contract/desktop.ts';
import type { LoginItem, Updates } from './shell-port.ts';
import { originOf } from './window-links.ts';
import type { KeptState } from './window-state.ts';

/** The channels between the page's preload and the main process. */
export const askChannel = 'posthorn:ask';
export const openChannel = 'posthorn:open';

/** What the page may ask: all that `DesktopBridge` lends but what the preload answers by itself. */
export type PageQuestions = Omit<DesktopBridge, 'onOpen' | 'platform' | 'version'>;

export type CallParts = {
  contents(): WebContents | undefined;
  /** Where the page is at this moment. */
  origin(): string | undefined;
  token(): string | undefined;
  login: LoginItem;
  update: Updates;
  state: KeptState;
  print(): Promise<void>;
  platform: NodeJS.Platform;
};

/** Answers the page of the window, and nobody else; gives what ends that. */
export function answerPage(parts: CallParts): () => void {
  const answers = pageAnswers(parts);
  ipcMain.handle(askChannel, async (event, name: unknown, ...words: unknown[]) => {
    if (!isOwnPage(event, parts)) throw new Error('Only the page of Posthorn may ask the app.');
    const answer =
      typeof name === 'string' && Object.hasOwn(answers, name) ? answers[name as keyof PageQuestions] : null;
    if (!answer) throw new Error('The app knows no such question. Update Posthorn.');
    return (answer as (...given: unknown[]) => Promise<unknown>)(...words);
  });
  return () => ipcMain.removeHandler(askChannel);
}

/** A frame inside the page, such as that of a mail, a page from elsewhere and a card have no say. */
function isOwnPage({ sender, senderFrame }: IpcMainInvokeEvent, { contents, origin }: CallParts): boolean {
  const own = contents();
  if (!own || sender.id !== own.id || !senderFrame || senderFrame !== own.mainFrame) return false;
  return origin() !== undefined && originOf(senderFrame.url) === origin();
}

function pageAnswers({ token, login, update, state, print, platform }: CallParts): PageQuestions {
  return {
    async token() {
      const held = token();
      if (held === undefined) throw new Error('Posthorn is starting; try again in a moment.');
      return held;
    },
    startsAtLogin: async () => login.get(),
    async setStartsAtLogin(on) {
      if (typeof on !== 'boolean') throw new Error('Say true or false.');
      login.set(on);
      state.change({ loginOffered: true });
    },
    async loginOffered() {
      const { loginOffered } = state.current();
      state.change({ loginOffered: true });
      return loginOffered;
    },
    isMailProgram: async () => app.isDefaultProtocolClient('mailto'),
    async becomeMailProgram() {
      app.setAsDefaultProtocolClient('mailto');
      // Windows lets nobody but the person choose: its settings are where that is done.
      if (platform === 'win32') await shell.openExternal('ms-settings:defaultapps');
      return app.isDefaultProtocolClient('mailto');
    },
    update: async () => update.state(),
    checkForUpdate: () => update.check(),
    installUpdate: () => update.install(),
    print,
  };
}
