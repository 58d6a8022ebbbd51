import { contextBridge, ipcRenderer } from 'electron';
import type { DesktopBridge } from '../daemon/contract/desktop.ts';

// Runs in the page's window, in a world of its own and without Node. What it lends to the page is all of the computer that
// the page gets; the main process asks of every question who asks it.

async function invoke(...args: unknown[]) {
  try {
    return await ipcRenderer.invoke('posthorn:ask', ...args);
  } catch (thrown) {
    // Electron puts its own words before ours.
    const message = (thrown as Error).message.replace(/^Error invoking remote method '[^']*': (?:\w*Error: )?/, '');
    throw new Error(message, { cause: thrown });
  }
}
const processArgument = (name: string) =>
  process.argv.find((word) => word.startsWith(`--posthorn-${name}=`))?.slice(`--posthorn-${name}=`.length) ?? '';

let listener: ((path: string) => void) | undefined;
/** What was asked for before the page listened. */
let pendingPath: string | undefined;

ipcRenderer.on('posthorn:open', (_event, path: string) => {
  if (listener) listener(path);
  else pendingPath = path;
});

const bridge: DesktopBridge = {
  token: () => invoke('token'),
  onOpen(next) {
    listener = next;
    if (pendingPath !== undefined) next(pendingPath);
    pendingPath = undefined;
    return () => {
      if (listener === next) listener = undefined;
    };
  },
  startsAtLogin: () => invoke('startsAtLogin'),
  setStartsAtLogin: (on) => invoke('setStartsAtLogin', on),
  loginOffered: () => invoke('loginOffered'),
  isMailProgram: () => invoke('isMailProgram'),
  becomeMailProgram: () => invoke('becomeMailProgram'),
  update: () => invoke('update'),
  checkForUpdate: () => invoke('checkForUpdate'),
  installUpdate: () => invoke('installUpdate'),
  print: () => invoke('print'),
  platform: process.platform as DesktopBridge['platform'],
  version: processArgument('version'),
};

contextBridge.exposeInMainWorld('posthorn', bridge);
