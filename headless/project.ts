import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The folder of package.json, for the source and for the bundle in `dist/bundle` alike. */
export const projectRoot = ['.', '..', '../..']
  .map((up) => resolve(import.meta.dirname, up))
  .find((folder) => existsSync(join(folder, 'package.json'))) as string;

export function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string };
  return version;
}
