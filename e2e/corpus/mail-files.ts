import { globSync, readFileSync } from 'node:fs';
import { corpusFile, isWholeCorpus } from '../corpus.ts';

/** A file of the corpus by its path in it. */
export type MailFile = { name: string; bytes: Buffer };

/** Daily runs read every fourth of the many ordinary messages. */
const stride = 4;

/** The names of all files of `mail-dev` and of the MIME suites, in order. */
export function mailFileNames(): string[] {
  return globSync('{mail-dev,mime}/**/*', { cwd: corpusFile('.'), withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('_'))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(corpusFile('.').length + 1).replaceAll('\\', '/'))
    .toSorted();
}

/**
 * The files of the MIME suites, which are unusual, with a sample of `mail-dev`, or all of it; the files of `always` in any
 * case.
 */
export function mailFiles({ always = [] }: { always?: readonly string[] } = {}): MailFile[] {
  const named = new Set(always);
  const isRead = (name: string, index: number) =>
    isWholeCorpus || name.startsWith('mime/') || index % stride === 0 || named.has(name);
  return mailFileNames()
    .filter(isRead)
    .map((name) => ({ name, bytes: readFileSync(corpusFile(name)) }));
}
