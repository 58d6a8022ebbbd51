import { app, dialog } from 'electron';
import type { Log } from '../daemon/base/log.ts';
import { openWindowState } from './window/window-state.ts';

/**
 * On macOS an app that runs from the disk image it came in cannot update itself, and is gone with the image. The move to
 * the folder of applications is offered once. True if the app moves: it then ends and starts from there.
 */
export async function moveToApplications({
  platform,
  stateFolder,
  log,
}: {
  platform: NodeJS.Platform;
  stateFolder: string;
  log: Log;
}): Promise<boolean> {
  if (platform !== 'darwin' || !app.isPackaged || app.isInApplicationsFolder()) return false;
  const state = openWindowState(stateFolder, log);
  if (state.current().moveOffered) return false;
  state.change({ moveOffered: true });
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: 'Move Posthorn to the Applications folder?',
    detail: 'Posthorn can update itself only from there. Your mail isn’t affected.',
    buttons: ['Move to Applications', 'Not now'],
    defaultId: 0,
    cancelId: 1,
  });
  if (response !== 0) return false;
  try {
    return app.moveToApplicationsFolder();
  } catch (thrown) {
    log.warn({ err: thrown }, 'the app could not be moved to the folder of applications');
    await dialog.showMessageBox({
      type: 'warning',
      message: 'Posthorn couldn’t be moved',
      detail: 'Drag it into the Applications folder in the Finder.',
      buttons: ['OK'],
    });
    return false;
  }
}
