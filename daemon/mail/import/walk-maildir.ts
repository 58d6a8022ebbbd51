import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { folderPath } from './folder-names.ts';
import { batches, type WalkEntry, type UnitCounter, type ImportPosition } from './walk-entry.ts';
import { maxMessageBytes, type ImportItem } from './import-item.ts';
import { tooLargeReason, whyUnreadable } from './load-item.ts';
import { baseNameOf, flagsOfName, maildirEntries, type MaildirEntry } from './maildir.ts';
import type { SourceDirectory } from './source-directories.ts';

/** The messages of a Maildir whose names come after `after`. */
export async function* walkMaildir(
  directory: SourceDirectory,
  after: string | undefined,
  counter: UnitCounter,
): AsyncGenerator<WalkEntry> {
  const folder = folderPath(directory.names);
  const entries = await maildirEntries(directory.dir, after).catch(whyUnreadable);
  if (typeof entries === 'string') {
    const position: ImportPosition = { directory: directory.path, step: 'maildir', name: after ?? '' };
    yield { kind: 'trouble', file: directory.dir, reason: entries, position, units: counter.units };
    return;
  }
  for (const batch of batches(entries)) {
    const stats = await Promise.all(batch.map(({ file }) => lstat(file).catch(() => undefined)));
    for (const [index, entry] of batch.entries()) {
      const { size = 0, mtime } = stats[index] ?? {};
      const position: ImportPosition = { directory: directory.path, step: 'maildir', name: entry.base };
      const state = { position, units: ++counter.units };
      if (size > maxMessageBytes) yield { ...state, kind: 'trouble', file: entry.file, reason: tooLargeReason };
      else yield { ...state, kind: 'message', folder, item: itemOf(entry, mtime), size };
    }
  }
}

/** In a Maildir the modification time is the delivery time. */
function itemOf({ file, name }: MaildirEntry, mtime: Stats['mtime'] | undefined): ImportItem {
  const received = mtime?.toISOString() ?? null;
  return { file, start: 0, end: null, fingerprint: null, unquote: null, flags: flagsOfName(name), received };
}

/**
 * A program that reads a Maildir renames its messages when their flags change. Returns the existing messages under
 * their current names; `items` belong to a single Maildir.
 */
export async function renamedItems(items: readonly ImportItem[]): Promise<Map<ImportItem, ImportItem>> {
  const [first] = items;
  if (!first) return new Map();
  const entries = await maildirEntries(dirname(dirname(first.file))).catch(() => []);
  const byBase = new Map(entries.map((entry) => [entry.base, entry]));
  return new Map(
    items.flatMap((item) => {
      const entry = byBase.get(baseNameOf(basename(item.file)));
      return entry ? [[item, { ...item, file: entry.file, flags: flagsOfName(entry.name) }] as const] : [];
    }),
  );
}
