import { join } from 'node:path';
import { rmSync } from 'node:fs';
import { cacheFolder, type Maildir } from '../mail/maildir.ts';
import { isInstalled, runMeasured, runMilliseconds, type ProgramRun } from './program-runs.ts';

export const hasMu = () => isInstalled('mu');

/** `mu index` on a Maildir into a new database; `mu init` is not counted. */
export async function muIndex(maildir: Maildir): Promise<ProgramRun> {
  const home = join(cacheFolder, `mu-${maildir.name}`);
  rmSync(home, { recursive: true, force: true });
  runMilliseconds({ program: 'mu', args: ['init', '--quiet', `--muhome=${home}`, `--maildir=${maildir.path}`] });
  const run = await runMeasured({ program: 'mu', args: ['index', '--quiet', `--muhome=${home}`] });
  rmSync(home, { recursive: true, force: true });
  return run;
}
