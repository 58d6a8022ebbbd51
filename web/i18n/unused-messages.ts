import { catalogEntries } from './validate.ts';
import type { CatalogSource } from './message-format.ts';
import { messageUses } from './message-uses.ts';

/** The messages that no source uses. */
export function unusedMessages(catalog: CatalogSource, sources: readonly string[]): string[] {
  const used = new Set(
    sources.flatMap((source) => messageUses('page.tsx', source, catalog)).map((keyPath) => keyPath.join('\0')),
  );
  const isUsed = (keyPath: readonly string[]) =>
    used.has('') || keyPath.some((_, index) => used.has(keyPath.slice(0, index + 1).join('\0')));
  return catalogEntries(catalog).flatMap(({ key, keyPath }) => (isUsed(keyPath) ? [] : [key]));
}
