import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { folderPath } from './folder-names.ts';
import { batches, type Found, type Meter, type Position } from './found.ts';
import { mostBytes, type ImportItem } from './item.ts';
import { tooLarge, whyUnreadable } from './load.ts';
import { baseOf, flagsOfName, maildirEntries, type MaildirEntry } from './maildir.ts';
import type { Place } from './places.ts';

/** The messages of a Maildir whose names come after `after`. */
export async function* maildirFound(place: Place, after: string | undefined, meter: Meter): AsyncGenerator<Found> {
  const folder = folderPath(place.names);
  const entries = await maildirEntries(place.dir, after).catch(whyUnreadable);
  if (typeof entries === 'string') {
    const at: Position = { place: place.path, step: 'maildir', name: after ?? '' };
    yield { kind: 'trouble', file: place.dir, reason: entries, at, units: meter.units };
    return;
  }
  for (const batch of batches(entries)) {
    const stats = await Promise.all(batch.map(({ file }) => lstat(file).catch(() => undefined)));
    for (const [index, entry] of batch.entries()) {
      const { size = 0, mtime } = stats[index] ?? {};
      const at: Position = { place: place.path, step: 'maildir', name: entry.base };
      const state = { at, units: ++meter.units };
      if (size > mostBytes) yield { ...state, kind: 'trouble', file: entry.file, reason: tooLarge };
      else yield { ...state, kind: 'message', folder, item: itemOf(entry, mtime), size };
    }
  }
}

/** Its time of change is when a Maildir says a message was delivered. */
function itemOf({ file, name }: MaildirEntry, mtime: Stats['mtime'] | undefined): ImportItem {
  const received = mtime?.toISOString() ?? null;
  return { file, start: 0, end: null, stamp: null, unquote: null, flags: flagsOfName(name), received };
}

/**
 * A program that reads a Maildir renames its messages when their flags change. Gives the same messages under the names
 * they have now, as far as they are still there; `items` are of one Maildir.
 */
export async function renamedItems(items: readonly ImportItem[]): Promise<Map<ImportItem, ImportItem>> {
  const [first] = items;
  if (!first) return new Map();
  const entries = await maildirEntries(dirname(dirname(first.file))).catch(() => []);
  const byBase = new Map(entries.map((entry) => [entry.base, entry]));
  return new Map(
    items.flatMap((item) => {
      const entry = byBase.get(baseOf(basename(item.file)));
      return entry ? [[item, { ...item, file: entry.file, flags: flagsOfName(entry.name) }] as const] : [];
    }),
  );
}
