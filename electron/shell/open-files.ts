import { dialog } from 'electron';
import { nameOfFiles, pathOfImported } from '../opened-files.ts';
import type { SendUtilityRequest } from './shell-port.ts';

/**
 * Imports mail files that the user has opened with the app, if the user agrees, and shows them. Rejects with a sentence if
 * that fails; what was imported stays.
 */
export async function openMailFiles(
  files: readonly string[],
  { request, open }: { request: SendUtilityRequest; open(path: string): void },
): Promise<void> {
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
