import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { folderPath, mailboxName } from './folder-names.ts';
import { batches, estimateUnits, type WalkEntry, type UnitCounter, type ImportPosition } from './walk-entry.ts';
import { maxMessageBytes, type ImportItem } from './import-item.ts';
import { tooLargeReason, whyUnreadable } from './load-item.ts';
import { detectFormat, type DetectedFormat } from './detect-format.ts';
import { walkMailbox } from './walk-mailbox.ts';
import { readStatus } from './status-headers.ts';
import type { SourceDirectory } from './source-directories.ts';

type FileDeps = { counter: UnitCounter; unpack: (file: string) => Promise<string> };

/** The content of the plain files of a folder: message files, mailbox files, and files that are not mail. */
export async function* walkFiles(
  directory: SourceDirectory,
  from: ImportPosition | undefined,
  deps: FileDeps,
): AsyncGenerator<WalkEntry> {
  for (const batch of batches(remainingFiles(directory, from))) {
    const inspected = await Promise.all(batch.map((name) => inspectFile(directory, name)));
    for (const file of inspected)
      yield* walkFile(directory, file, from?.name === file.name ? from.mailbox : undefined, deps);
  }
}

/** The plain files of a folder that are still to be read, including an interrupted mailbox file. */
export function remainingFiles({ files }: SourceDirectory, from: ImportPosition | undefined): string[] {
  return from ? files.filter((name) => (from.mailbox ? name >= from.name : name > from.name)) : files;
}

type PlainFile = {
  file: string;
  name: string;
  size: number;
  received: string | null;
  format?: DetectedFormat;
  problem?: string;
};

async function inspectFile({ dir }: SourceDirectory, name: string): Promise<PlainFile> {
  const file = join(dir, name);
  try {
    const { size, mtime } = await lstat(file);
    const format = await detectFormat(file);
    return {
      file,
      name,
      size,
      received: mtime.toISOString(),
      ...(format ? { format } : namedMessageProblem(name, size)),
    };
  } catch (failed) {
    return { file, name, size: 0, received: null, problem: whyUnreadable(failed) };
  }
}

/** A file with the name of a message that is not a message is reported; other files are skipped silently. */
function namedMessageProblem(name: string, size: number): { problem?: string } {
  if (!/\.eml(\.gz)?$/i.test(name)) return {};
  return { problem: size === 0 ? 'It is empty.' : 'It doesn’t look like a message.' };
}

async function* walkFile(
  directory: SourceDirectory,
  { file, name, size, received, format, problem }: PlainFile,
  mailboxPosition: ImportPosition['mailbox'],
  { counter, unpack }: FileDeps,
): AsyncGenerator<WalkEntry> {
  const unitsBefore = counter.units;
  counter.units += estimateUnits(size);
  const position: ImportPosition = { directory: directory.path, step: 'files', name };
  const state = { position, units: counter.units };
  if (problem !== undefined) yield { ...state, kind: 'trouble', file, reason: problem };
  else if (format === undefined) yield { ...state, kind: 'other' };
  else if (format.kind === 'mbox') {
    const mailbox = { file, folder: mailboxFolder(directory, name), isGzipped: format.isGzipped };
    yield* walkMailbox(mailbox, {
      position,
      mailboxPosition,
      unpack,
      units: { before: unitsBefore, after: counter.units },
    });
  } else if (size > maxMessageBytes) yield { ...state, kind: 'trouble', file, reason: tooLargeReason };
  else {
    const { flags, isExpunged } = readStatus(format.head);
    const item: ImportItem = { file, start: 0, end: null, fingerprint: null, unquote: null, flags, received };
    const folder = folderPath(directory.names);
    yield isExpunged ? { ...state, kind: 'other' } : { ...state, kind: 'message', folder, item, size };
  }
}

/** A mailbox file becomes a folder, except the file in a folder that is itself named after the mailbox. */
function mailboxFolder({ names, parentNames, isSingleFile }: SourceDirectory, fileName: string): string {
  if (isSingleFile && parentNames.length > 0) return folderPath(parentNames);
  return folderPath(fileName === 'mbox' && !isSingleFile ? names : [...parentNames, mailboxName(fileName)]);
}
