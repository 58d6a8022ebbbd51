import { dialog, Notification, type BrowserWindow } from 'electron';
import type { LoginItem } from '../shell/shell-port.ts';
import type { WindowStateStore } from './window-state.ts';

export type WindowClosingDeps = {
  platform: NodeJS.Platform;
  state: WindowStateStore;
  login: LoginItem;
  /** Whether there is a tray icon from which the window can be opened again. */
  hasTray(): boolean;
  /** Whether the app is about to end, so that the window really closes. */
  isEnding(): boolean;
  quit(): void;
};

/**
 * Closing the window hides it, and mail still arrives; the tray, the dock and a start of the app show it again. Without
 * tray and dock it is minimized, because nothing else would show that the app still runs; closing it again quits.
 */
export function hideOnClose(window: BrowserWindow, deps: WindowClosingDeps): void {
  const { platform, state, hasTray, isEnding, quit } = deps;
  for (const name of [
    'resized',
    'moved',
    'maximize',
    'unmaximize',
    'enter-full-screen',
    'leave-full-screen',
  ] as const) {
    window.on(name as 'resized', () => saveBounds(window, state));
  }
  window.on('close', (event) => {
    saveBounds(window, state);
    if (isEnding()) return;
    event.preventDefault();
    const isReachable = hasTray() || platform === 'darwin';
    if (isReachable) hideWindow(window, platform);
    else if (window.isMinimized()) return quit();
    else window.minimize();
    showStillRunning(deps);
  });
}

function saveBounds(window: BrowserWindow, state: WindowStateStore): void {
  if (window.isMinimized()) return;
  const { x, y, width, height } = window.getNormalBounds();
  state.change({
    bounds: { x, y, width, height },
    isMaximized: window.isMaximized(),
    isFullScreen: window.isFullScreen(),
  });
}

/** macOS would leave the empty screen of a hidden full-screen window. */
function hideWindow(window: BrowserWindow, platform: NodeJS.Platform): void {
  if (platform !== 'darwin' || !window.isFullScreen()) return window.hide();
  window.once('leave-full-screen', () => window.hide());
  window.setFullScreen(false);
}

/** The first time, the user learns that the app goes on, and is asked once whether it should start at sign-in. */
function showStillRunning({ platform, state, login, hasTray }: WindowClosingDeps): void {
  if (state.current().hasClosed) return;
  state.change({ hasClosed: true });
  const where = platform === 'darwin' ? 'the menu bar' : 'the tray';
  const howToQuit =
    hasTray() || platform === 'darwin'
      ? `To open or quit Posthorn, use its icon in ${where}.`
      : 'Its window is in the taskbar. To quit Posthorn, close it there or choose File > Quit.';
  const text = `Mail still arrives and is sent. ${howToQuit}`;
  if (!state.current().loginOffered && login.get() === false) void offerLoginItem(text, { state, login });
  else if (Notification.isSupported())
    new Notification({ title: 'Posthorn is still running', body: text, silent: true }).show();
}

async function offerLoginItem(
  text: string,
  { state, login }: Pick<WindowClosingDeps, 'state' | 'login'>,
): Promise<void> {
  state.change({ loginOffered: true });
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: 'Start Posthorn when you sign in to this computer?',
    detail: `${text}\n\nYour mail is then ready when you are. You can change this later under Accounts.`,
    buttons: ['Start at sign-in', 'Not now'],
    defaultId: 0,
    cancelId: 1,
  });
  if (response !== 0) return;
  try {
    login.set(true);
  } catch (thrown) {
    await dialog.showMessageBox({
      type: 'warning',
      message: 'The setting couldn’t be changed',
      detail: (thrown as Error).message,
    });
  }
}
