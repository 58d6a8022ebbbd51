import { extname, join } from 'node:path';
import { runDesktop } from './desktop.ts';
import { openShell } from './shell/shell.ts';

// Not awaited: Electron reports ready only after this module has been evaluated.
void runDesktop({
  // From source and from the bundle alike it is beside this file.
  utilityPath: join(import.meta.dirname, `utility${extname(import.meta.filename)}`),
  openShell,
  loadUpdater: async () => (await import('electron-updater')).default.autoUpdater,
});
