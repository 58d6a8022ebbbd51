import { app, clipboard, dialog, nativeImage, session, shell as system } from 'electron';
import { dirname, join } from 'node:path';
import { reasonOf } from '../daemon/base/failure.ts';
import { projectRoot } from '../headless/project.ts';
import { pathOfLink } from './deep-link.ts';
import { unreadWords, type Glance } from './glance.ts';
import { offerContextMenu } from './menu-context.ts';
import { setMenu, type MenuAct } from './menu.ts';
import { openNotices } from './notices.ts';
import { troubleOf, type Remedy } from './page-trouble.ts';
import { pauseEnd } from './pause-times.ts';
import type { Shell, ShellParts } from './shell-port.ts';
import { openSpelling } from './spelling.ts';
import type { TrayAct } from './tray-menu.ts';
import { openTray } from './tray.ts';
import { sayUpdate } from './update-words.ts';
import { answerPage } from './window-calls.ts';
import { hideOnClose } from './window-closing.ts';
import { saveDownloads } from './window-downloads.ts';
import { lockSession, lockWindow, type LockParts } from './window-lock.ts';
import { openState } from './window-state.ts';
import { createWindow } from './window.ts';

/** Makes what the person sees of the app. To be called once Electron is ready. */
export function openShell(parts: ShellParts): Shell {
  const { platform } = process;
  const hasTools = !app.isPackaged;
  const now = () => new Date();
  const state = openState(parts.folder, parts.log);
  const glance: Glance = {
    process: { state: 'starting' },
    status: undefined,
    page: undefined,
    update: parts.update.state(),
  };
  let isEnding = false;
  /** What the menu was made of. */
  let menu = '';

  const window = createWindow({
    state,
    preload: join(import.meta.dirname, 'preload.cjs'),
    version: app.getVersion(),
    now,
    onChange() {
      showMenu();
      showUnread();
    },
    prepare(made) {
      lockWindow(made, lock);
      offerContextMenu(made.webContents, { spelling, hasTools });
      hideOnClose(made, { platform, state, login: parts.login, hasTray, isEnding: () => isEnding, quit: parts.quit });
    },
  });
  const lock: LockParts = {
    contents: window.contents,
    origin: window.origin,
    mailtoPath: pathOfLink,
    open: window.open,
    openOutside,
    remedy,
    hasTools,
    mayFetchDictionary: () => spelling.isOn(),
  };
  lockSession(session.defaultSession, lock);
  saveDownloads(session.defaultSession, window);
  const spelling = openSpelling({
    platform,
    state,
    session: session.defaultSession,
    onChange: () => showMenu(),
  });
  const tray = openTray({ platform, now, act, log: parts.log });
  const hasTray = () => tray !== undefined;
  const notices = openNotices({
    platform,
    open: window.open,
    acted: parts.acted,
    isWatching: window.isWatched,
    log: parts.log,
  });
  const forgetPage = answerPage({
    contents: window.contents,
    origin: window.origin,
    token: parts.token,
    login: parts.login,
    update: { ...parts.update, install },
    state,
    print,
    platform,
  });
  const forgetUpdates = parts.update.onChange((update) => show({ update }));
  // Electron would quit; here a window that is gone is made again when it is opened.
  app.on('window-all-closed', () => undefined);

  function show(news: Partial<Glance>): void {
    Object.assign(glance, news);
    tray?.show(glance);
    showMenu();
    showUnread();
    const card = troubleOf(glance);
    const { page } = glance;
    if (card) window.present(card);
    else if (page && 'url' in page) window.present({ ...page, token: parts.token() });
  }

  function showMenu(isStale = false): void {
    const hasPage = window.origin() !== undefined;
    const choice = spelling.isChosen ? spelling.isOn() : undefined;
    const next = { platform, hasPage, hasTools, update: glance.update, spelling: choice };
    if (!isStale && menu === JSON.stringify(next)) return;
    menu = JSON.stringify(next);
    setMenu(next, act);
  }

  /** The count stands on the icon of the app too, where the system shows one there. */
  function showUnread(): void {
    const unread = glance.process.state === 'running' ? (glance.status?.unread ?? 0) : 0;
    if (platform !== 'win32') return void app.setBadgeCount(unread);
    const overlay = nativeImage.createFromPath(join(projectRoot, 'resources', 'icons', 'overlay.png'));
    window.window()?.setOverlayIcon(unread > 0 ? overlay : null, unread > 0 ? unreadWords(unread) : '');
  }

  function act(wish: TrayAct | MenuAct): void {
    switch (wish.do) {
      case 'open':
        return window.open(wish.path);
      case 'pause':
        return attempt('Notifications are as they were', () =>
          parts.ask('pause', { until: pauseEnd(wish.wish, now()) }),
        );
      case 'sync':
        return attempt('Mail was not fetched', () => parts.ask('sync', null));
      case 'restart':
        return parts.restart();
      case 'use_other':
        return parts.useOther();
      case 'install':
        return attempt('The update was not installed', install);
      case 'quit':
        return parts.quit();
      case 'zoom':
        return window.zoom(wish.by);
      case 'spelling':
        // The tick has changed by itself, also where the person has declined.
        return void spelling.turn(wish.on).then(() => showMenu(true));
      case 'print':
        return attempt('Nothing was printed', print);
      case 'reload':
        return window.reload();
      case 'check_update':
        return void parts.update.check().then(sayUpdate);
      case 'close_window':
        return window.window()?.close();
    }
  }

  function remedy(wish: Remedy): void {
    switch (wish) {
      case 'restart':
      case 'use_other':
      case 'quit':
      case 'reload':
        return act({ do: wish });
      case 'enable_bridge':
      case 'other_port':
        return attempt('That did not help', () => parts.ask(wish, null));
      case 'log':
        // The folder of the app lies beside that of the logs.
        return void system.openPath(join(dirname(parts.folder), 'logs'));
      case 'copy':
        return void clipboard.writeText(window.card()?.reason ?? '');
    }
  }

  function attempt(failure: string, work: () => Promise<unknown>): void {
    void work().catch((thrown: unknown) =>
      dialog.showMessageBox({ type: 'warning', message: failure, detail: reasonOf(thrown), buttons: ['OK'] }),
    );
  }

  async function install(): Promise<void> {
    // An update closes the windows before it asks to quit.
    isEnding = true;
    try {
      await parts.update.install();
    } catch (thrown) {
      isEnding = false;
      throw thrown;
    }
  }

  function print(): Promise<void> {
    return new Promise((resolve, reject) => {
      const contents = window.contents();
      if (!contents) return reject(new Error('There is no window to print from. Open Posthorn first.'));
      contents.print({ printBackground: false }, (isPrinted, reason) => {
        // Whoever closes the dialog has changed their mind.
        if (isPrinted || /cancel/i.test(reason)) resolve();
        else reject(new Error(`Printing did not work: ${reason}.`));
      });
    });
  }

  function openOutside(url: string): void {
    attempt('The link did not open', () => system.openExternal(url));
  }

  show({});
  if (!parts.isHidden) window.open();
  return {
    process(next) {
      const isUp = next.state === 'running' || next.state === 'restarting' || next.state === 'finishing';
      // What was served is gone with what served it; after a crash it comes back, and the page waits for it.
      show({ process: next, ...(!isUp && { page: undefined, status: undefined }) });
    },
    page: (page) => show({ page }),
    status: (status) => show({ status }),
    show: notices.show,
    withdraw: notices.withdraw,
    open: window.open,
    close() {
      isEnding = true;
      notices.close();
      forgetUpdates();
      forgetPage();
      tray?.close();
      window.close();
    },
  };
}
