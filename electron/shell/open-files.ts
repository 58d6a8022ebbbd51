import { dialog } from 'electron';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { nameOfFiles, pathOfImported } from '../opened-files.ts';
import type { SendUtilityRequest } from './shell-port.ts';

type OpenFilesDeps = { request: SendUtilityRequest; open(path: string): void };

/**
 * Opens mail files, all that come together with one question: macOS gives each file of a selection on its own, and Windows starts
 * the app for each. `onFailure` receives what could not be imported.
 */
export function createFileOpener(
  deps: OpenFilesDeps,
  onFailure: (importing: () => Promise<void>) => Promise<void>,
): (files: readonly string[]) => void {
  let waiting: string[] = [];
  let isOpening = false;
  const openWaiting = async () => {
    isOpening = true;
    await nextTurn();
    while (waiting.length > 0) {
      const files = [...new Set(waiting)];
      waiting = [];
      await onFailure(() => openMailFiles(files, deps));
    }
    isOpening = false;
  };
  return (files) => {
    waiting.push(...files);
    if (!isOpening) void openWaiting();
  };
}

/**
 * Imports mail files that the user has opened with the app, if the user agrees, and shows them. Rejects with a sentence if
 * that fails; what was imported stays.
 */
async function openMailFiles(files: readonly string[], { request, open }: OpenFilesDeps): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: `Import ${nameOfFiles(files)} into Posthorn?`,
    detail: 'The mail is copied into Posthorn and shown. The file stays where it is.',
    buttons: ['Import', 'Cancel'],
    defaultId: 0,
    cancelId: 1,
  });
  if (response !== 0) return;
  await request('import_files', { paths: files });
  open(pathOfImported(files));
}
