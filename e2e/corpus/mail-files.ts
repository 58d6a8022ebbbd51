import { globSync, readFileSync } from 'node:fs';
import { corpusFile } from '../corpus.ts';

/** A file of the corpus by its path in it. */
export type MailFile = { name: string; bytes: Buffer };

/** Every file of `mail-dev` and of the MIME suites, in the order of their names. */
export function mailFiles(): MailFile[] {
  return globSync('{mail-dev,mime}/**/*', { cwd: corpusFile('.'), withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('_'))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(corpusFile('.').length + 1).replaceAll('\\', '/'))
    .toSorted()
    .map((name) => ({ name, bytes: readFileSync(corpusFile(name)) }));
}
