import { contextBridge, ipcRenderer } from 'electron';
import type { DesktopBridge } from '../daemon/contract/desktop.ts';

// Runs in the page's window, in a world of its own and without Node. What it lends to the page is all of the computer that
// the page gets; the main process asks of every question who asks it.

async function ask(...words: unknown[]) {
  try {
    return await ipcRenderer.invoke('posthorn:ask', ...words);
  } catch (thrown) {
    // Electron puts its own words before ours.
    const said = (thrown as Error).message.replace(/^Error invoking remote method '[^']*': (?:\w*Error: )?/, '');
    throw new Error(said, { cause: thrown });
  }
}
const said = (name: string) =>
  process.argv.find((word) => word.startsWith(`--posthorn-${name}=`))?.slice(`--posthorn-${name}=`.length) ?? '';

let listener: ((path: string) => void) | undefined;
/** What was asked for before the page listened. */
let waiting: string | undefined;

ipcRenderer.on('posthorn:open', (_event, path: string) => {
  if (listener) listener(path);
  else waiting = path;
});

const bridge: DesktopBridge = {
  token: () => ask('token'),
  onOpen(next) {
    listener = next;
    if (waiting !== undefined) next(waiting);
    waiting = undefined;
    return () => {
      if (listener === next) listener = undefined;
    };
  },
  startsAtLogin: () => ask('startsAtLogin'),
  setStartsAtLogin: (on) => ask('setStartsAtLogin', on),
  loginOffered: () => ask('loginOffered'),
  isMailProgram: () => ask('isMailProgram'),
  becomeMailProgram: () => ask('becomeMailProgram'),
  update: () => ask('update'),
  checkForUpdate: () => ask('checkForUpdate'),
  installUpdate: () => ask('installUpdate'),
  print: () => ask('print'),
  platform: process.platform as DesktopBridge['platform'],
  version: said('version'),
};

contextBridge.exposeInMainWorld('posthorn', bridge);
