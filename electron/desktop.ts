import { app, dialog, type BrowserWindow } from 'electron';
import { startDaemonProcess, type DaemonProcess } from './daemon-process.ts';
import { openWindow } from './window.ts';

/** How long a daemon that was asked to end may take, in milliseconds. */
const defaultPatience = 5000;

/**
 * The desktop app: one instance, one daemon process, one window. `utility` is the path of the daemon process's program.
 * Resolves when the window is open, or when it is clear that there will be none.
 */
export async function runDesktop({ utility, patience = defaultPatience }: { utility: string; patience?: number }) {
  if (!app.requestSingleInstanceLock()) return app.quit();
  await app.whenReady();
  const daemon = startDaemonProcess(utility);
  const quitting = quitInOrder(daemon, patience);
  try {
    const { window, show } = openWindow(await daemon.ready);
    daemon.onNews((news) => {
      if (news.kind === 'ready') show(news.url);
      else dialog.showErrorBox('Posthorn cannot show its page', news.reason);
    });
    app.on('second-instance', () => bringForward(window));
    app.on('window-all-closed', () => app.quit());
    void daemon.ended.then((code) => afterEnd(code, quitting));
  } catch (thrown) {
    if (quitting.hasBegun) return;
    dialog.showErrorBox('Posthorn could not start', (thrown as Error).message);
    app.quit();
  }
}

/** Holds a quit back until the daemon has ended, for it may be in the middle of writing or sending. */
function quitInOrder(daemon: DaemonProcess, patience: number): { hasBegun: boolean } {
  const quitting = { hasBegun: false };
  let hasEnded = false;
  void daemon.ended.then(() => (hasEnded = true));
  app.on('before-quit', (event) => {
    if (hasEnded) return;
    event.preventDefault();
    if (quitting.hasBegun) return;
    quitting.hasBegun = true;
    void daemon.close(patience).then(() => app.quit());
  });
  return quitting;
}

/** A daemon that ends with code 0 was asked to, through its API; any other code is a crash, which is said. */
async function afterEnd(code: number, quitting: { hasBegun: boolean }): Promise<void> {
  if (quitting.hasBegun) return;
  if (code !== 0) {
    const { response } = await dialog.showMessageBox({
      type: 'error',
      message: 'Posthorn has stopped',
      detail: `The part that fetches and keeps your mail ended by itself (code ${code}). What was stored is still there.`,
      buttons: ['Start again', 'Quit'],
      defaultId: 0,
      cancelId: 1,
    });
    if (response === 0) app.relaunch();
  }
  app.quit();
}

function bringForward(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.focus();
}
