import { extname, join } from 'node:path';
import { commandLineWords, runCommandLine } from './command-line.ts';
import { runDesktop } from './desktop.ts';
import { openShell } from './shell/shell.ts';

const words = commandLineWords(process.argv, process.defaultApp);

// Not awaited: Electron reports ready only after this module has been evaluated.
if (words) void runCommandLine(words, () => import('../daemon/fronts/cli.ts'));
else
  void runDesktop({
    // From source and from the bundle alike it is beside this file.
    utilityPath: join(import.meta.dirname, `utility${extname(import.meta.filename)}`),
    openShell,
    loadUpdater: async () => (await import('electron-updater')).default.autoUpdater,
  });
