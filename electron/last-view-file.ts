import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** The file of the last view, in the folder of the app. Its owner alone can read it. */
export function lastViewFile(stateFolder: string): string {
  return join(stateFolder, 'last-view.json');
}

/** Removes the file, if there is one. */
export function removeLastView(stateFolder: string): void {
  rmSync(lastViewFile(stateFolder), { force: true });
}
