import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { folderPath, mailboxName } from './folder-names.ts';
import { batches, unitsOf, type Found, type Meter, type Position } from './found.ts';
import { mostBytes, type ImportItem } from './item.ts';
import { tooLarge, whyUnreadable } from './load.ts';
import { lookAt, type Look } from './looks.ts';
import { mailboxFound } from './mailbox.ts';
import { marksOf } from './marks.ts';
import type { Place } from './places.ts';

type FileParts = { meter: Meter; unpack: (file: string) => Promise<string> };

/** What the plain files of a place hold: message files, mailbox files, and files that are no mail. */
export async function* filesFound(place: Place, from: Position | undefined, parts: FileParts): AsyncGenerator<Found> {
  for (const batch of batches(filesAfter(place, from))) {
    const looked = await Promise.all(batch.map((name) => lookedAt(place, name)));
    for (const file of looked) yield* fileFound(place, file, from?.name === file.name ? from.rest : undefined, parts);
  }
}

/** The plain files of a place that are still to be looked at, a mailbox file that was broken off among them. */
export function filesAfter({ files }: Place, from: Position | undefined): string[] {
  return from ? files.filter((name) => (from.rest ? name >= from.name : name > from.name)) : files;
}

type PlainFile = { file: string; name: string; size: number; received: string | null; look?: Look; trouble?: string };

async function lookedAt({ dir }: Place, name: string): Promise<PlainFile> {
  const file = join(dir, name);
  try {
    const { size, mtime } = await lstat(file);
    const look = await lookAt(file);
    return { file, name, size, received: mtime.toISOString(), ...(look ? { look } : claimOf(name, size)) };
  } catch (failed) {
    return { file, name, size: 0, received: null, trouble: whyUnreadable(failed) };
  }
}

/** What calls itself a message and is none is worth a word; anything else is passed over. */
function claimOf(name: string, size: number): { trouble?: string } {
  if (!/\.eml(\.gz)?$/i.test(name)) return {};
  return { trouble: size === 0 ? 'It is empty.' : 'It does not look like a message.' };
}

async function* fileFound(
  place: Place,
  { file, name, size, received, look, trouble }: PlainFile,
  rest: Position['rest'],
  { meter, unpack }: FileParts,
): AsyncGenerator<Found> {
  const before = meter.units;
  meter.units += unitsOf(size);
  const at: Position = { place: place.path, step: 'files', name };
  const state = { at, units: meter.units };
  if (trouble !== undefined) yield { ...state, kind: 'trouble', file, reason: trouble };
  else if (look === undefined) yield { ...state, kind: 'other' };
  else if (look.kind === 'mbox') {
    const mailbox = { file, folder: mailboxFolder(place, name), isPacked: look.isPacked };
    yield* mailboxFound(mailbox, { at, rest, unpack, units: { before, after: meter.units } });
  } else if (size > mostBytes) yield { ...state, kind: 'trouble', file, reason: tooLarge };
  else {
    const { flags, isExpunged } = marksOf(look.head);
    const item: ImportItem = { file, start: 0, end: null, stamp: null, unquote: null, flags, received };
    const folder = folderPath(place.names);
    yield isExpunged ? { ...state, kind: 'other' } : { ...state, kind: 'message', folder, item, size };
  }
}

/** A mailbox file is a folder of its own, but for the one in a folder that is itself named for the mailbox. */
function mailboxFolder({ names, above, isLoneFile }: Place, name: string): string {
  if (isLoneFile && above.length > 0) return folderPath(above);
  return folderPath(name === 'mbox' && !isLoneFile ? names : [...above, mailboxName(name)]);
}
