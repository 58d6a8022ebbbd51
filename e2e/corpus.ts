import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

/** The corpus of real mail: `POSTHORN_CORPUS`, else beside the project. Not every machine has it. */
const root = resolve(import.meta.dirname, '..', process.env['POSTHORN_CORPUS'] || '../shared/corpus');

/** Whether tests read all of it, as `npm run soak -- corpus` does, or the part for daily runs. */
export const isWholeCorpus = Boolean(process.env['POSTHORN_CORPUS_ALL']);

/** Why tests on real mail are skipped; undefined if the corpus exists. */
export function corpusMissing(): string | undefined {
  return existsSync(join(root, 'mail-dev')) ? undefined : 'skipped: ../shared/corpus is not here';
}

/** The messages of `mail-dev` by set, in the order of their paths. The mail is real: it must not be printed. */
export function corpusMail(): Map<string, Buffer[]> {
  const files = globSync('*/**/*', { cwd: join(root, 'mail-dev'), withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('_'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const setOf = (file: string) => file.slice(join(root, 'mail-dev').length + 1).split(/[\\/]/)[0] ?? basename(file);
  return new Map([...Map.groupBy(files, setOf)].map(([set, paths]) => [set, paths.map((path) => readFileSync(path))]));
}

/** The path of a file of the corpus, by its path in the corpus. */
export function corpusFile(path: string): string {
  return join(root, path);
}
