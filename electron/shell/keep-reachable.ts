import type { AppWindow } from '../window/window.ts';
import type { ShellDeps } from './shell-port.ts';

type KeepReachableDeps = Pick<ShellDeps, 'trayHost' | 'clock'> & {
  platform: NodeJS.Platform;
  window: Pick<AppWindow, 'openMinimized'>;
  hasTray(): boolean;
};

/** At sign-in the app may start before the panel; milliseconds that the panel gets. */
const panelStartMs = 20_000;

/**
 * Where no tray icon is shown, a window that is hidden, or that was never opened, appears in the taskbar: nothing else
 * would lead to it. Returns a function that ends this.
 */
export function keepReachable({ trayHost, clock, platform, window, hasTray }: KeepReachableDeps): () => void {
  const ending = new AbortController();
  const check = () => {
    if (!ending.signal.aborted && !hasTray() && platform !== 'darwin') window.openMinimized();
  };
  const checkLater = async () => {
    await clock.wait(panelStartMs, ending.signal);
    check();
  };
  void checkLater();
  // A panel that restarts is back within this time.
  trayHost.onChange(() => !trayHost.isPresent() && void checkLater());
  return () => ending.abort();
}
