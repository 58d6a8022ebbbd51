import { globSync, statSync } from 'node:fs';

/** The bytes of all files under a folder. */
export function folderBytes(folder: string): number {
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(`${parentPath}/${name}`).size, 0);
}
