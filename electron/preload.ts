import { contextBridge, ipcRenderer } from 'electron';
import type { DesktopBridge } from '../daemon/contract/desktop.ts';
import { attachmentUses } from './attachments/attachment-uses.ts';
import { coverUntilRendered, type CoverView } from './window/cover.ts';

// Runs in the page's window, in an isolated world and without Node. The objects it exposes are the page's only access to the
// computer; the main process checks the sender of every call.

async function invoke(...args: unknown[]) {
  try {
    return await ipcRenderer.invoke('posthorn:ask', ...args);
  } catch (thrown) {
    // Electron puts its own arguments before ours.
    const message = (thrown as Error).message.replace(/^Error invoking remote method '[^']*': (?:\w*Error: )?/, '');
    throw new Error(message, { cause: thrown });
  }
}
const processArgument = (name: string) =>
  process.argv.find((word) => word.startsWith(`--posthorn-${name}=`))?.slice(`--posthorn-${name}=`.length) ?? '';

let listener: ((path: string) => void) | undefined;
/** Paths that were requested before the page listened. */
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
  downloadUpdate: () => invoke('downloadUpdate'),
  installUpdate: () => invoke('installUpdate'),
  print: () => invoke('print'),
  attachmentUses: attachmentUses(process.platform),
  openAttachment: (attachment, use) => invoke('openAttachment', attachment, use),
  prepareAttachmentDrag: (attachment) => invoke('prepareAttachmentDrag', attachment),
  dragAttachment: (attachment) => ipcRenderer.send('posthorn:drag', attachment),
  storeLastView: (view) => invoke('storeLastView', view),
  forgetLastView: () => invoke('forgetLastView'),
  takeUpdateNote: () => invoke('takeUpdateNote'),
  problemFiles: () => invoke('problemFiles'),
  saveProblemReport: (report) => invoke('saveProblemReport', report),
  platform: process.platform as DesktopBridge['platform'],
  version: processArgument('version'),
};

// Cards in place of the page have no address of the bridge.
if (location.protocol === 'http:') void coverUntilRendered(invoke('coverView') as Promise<CoverView | null>);

contextBridge.exposeInMainWorld('posthorn', bridge);
