import { resetDesktop, type desktop } from './desktop.ts';
import { ipcMain, ipcRenderer, exposedGlobals } from './ipc.ts';
import { app, nativeTheme, powerMonitor, screen } from './system.ts';
import { Session, session } from './windows.ts';

// A fake of the part of Electron that the app uses. Windows, trays and dialogs only record calls; the utility process is a
// real one.

export { desktop, cancelableEvent } from './desktop.ts';
export { contextBridge, ipcMain, ipcRenderer, exposedGlobals } from './ipc.ts';
export { Menu, MenuItem, nativeImage, Notification, ShareMenu, Tray } from './menu-tray-notification.ts';
export {
  app,
  clipboard,
  crashReporter,
  dialog,
  globalShortcut,
  nativeTheme,
  powerMonitor,
  screen,
  shell,
} from './system.ts';
export { utilityProcess } from './utility-process.ts';
export { BaseWindow, BrowserWindow, session } from './windows.ts';

/** A desktop in its initial state. */
export function newDesktop(): typeof desktop {
  for (const source of [app, nativeTheme, powerMonitor, screen]) source.removeAllListeners();
  for (const channel of [ipcMain, ipcRenderer]) channel.reset();
  for (const name of Object.keys(exposedGlobals)) delete exposedGlobals[name];
  session.defaultSession = new Session();
  return resetDesktop();
}
