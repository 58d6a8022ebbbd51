import { join } from 'node:path';
import { rmSync } from 'node:fs';
import { cacheFolder, type Maildir } from '../mail/maildir.ts';
import { isHere, measured, wholeRun, type Run } from './measured.ts';

export const hasMu = () => isHere('mu');

/** `mu index` on a Maildir into a new database; `mu init` is not counted. */
export async function muIndex(maildir: Maildir): Promise<Run> {
  const home = join(cacheFolder, `mu-${maildir.name}`);
  rmSync(home, { recursive: true, force: true });
  wholeRun({ program: 'mu', words: ['init', '--quiet', `--muhome=${home}`, `--maildir=${maildir.path}`] });
  const run = await measured({ program: 'mu', words: ['index', '--quiet', `--muhome=${home}`] });
  rmSync(home, { recursive: true, force: true });
  return run;
}
