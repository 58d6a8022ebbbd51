import { parseText } from './icu.ts';
import { placeholdersOf } from './placeholders.ts';
import type { CatalogSource } from './message-format.ts';

/** A message with its key path; keys may contain dots. */
type CatalogEntry = { key: string; keyPath: readonly string[]; text: string };

/** All messages of a tree. */
export function catalogEntries(catalog: CatalogSource, keyPath: readonly string[] = []): CatalogEntry[] {
  return Object.entries(catalog).flatMap(([name, value]) => {
    const entryPath = [...keyPath, name];
    return typeof value === 'string'
      ? [{ key: entryPath.join(' > '), keyPath: entryPath, text: value }]
      : catalogEntries(value, entryPath);
  });
}

/** The errors in the messages of a language: missing, unknown or invalid messages, and unknown placeholders. */
export function catalogProblems(catalog: CatalogSource, english: CatalogSource): string[] {
  const known = new Map(catalogEntries(english).map(({ key, text }) => [key, text]));
  const own = catalogEntries(catalog);
  const has = new Set(own.map(({ key }) => key));
  const missing = [...known.keys()].filter((at) => !has.has(at));
  return [
    ...own.flatMap((entry) => entryProblems(entry, known.get(entry.key))),
    ...missing.map((at) => `${at} is missing`),
  ];
}

function entryProblems({ key, text }: CatalogEntry, model: string | undefined): string[] {
  if (model === undefined) return [`${key} is unknown`];
  try {
    const knownPlaceholders = placeholdersOf(parseText(model));
    const unknownPlaceholders = [...placeholdersOf(parseText(text)).keys()].filter(
      (name) => !knownPlaceholders.has(name),
    );
    return unknownPlaceholders.map((name) => `${key} asks for {${name}}`);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [`${key} cannot be read: ${error.message}`];
  }
}
