import { closeSync, openSync, readSync } from 'node:fs';
import { basename, isAbsolute, resolve } from 'node:path';
import { pathOfLink } from './deep-link.ts';

/** Files that the system opens with the app: messages and mailboxes. */
const mailFile = /\.(eml|mbox)$/i;

/** The absolute paths of mail files among command-line arguments; `folder` is where the command was started. */
export function mailFilesIn(args: readonly string[], folder: string): string[] {
  return args
    .filter((arg) => mailFile.test(arg) && !arg.startsWith('-') && !/^[a-z][a-z+.-]+:/i.test(arg))
    .map((arg) => (isAbsolute(arg) ? arg : resolve(folder, arg)));
}

/** Before files that the user sends to the app, as with “Send to” of the Explorer. */
const attachFlag = '--attach';

/**
 * The absolute paths of files that are to be attached to a new message, among command-line arguments without the program. The flag
 * comes first: what follows a link or another argument may have been written by a web page.
 */
export function attachmentsIn([first, ...paths]: readonly string[], folder: string): string[] {
  if (first !== attachFlag) return [];
  return paths.filter((path) => !path.startsWith('-')).map((path) => resolve(folder, path));
}

/** The path of the page that shows the content of these files once they are imported. */
export function pathOfImported(files: readonly string[]): string {
  const [file] = files;
  if (files.length !== 1 || file === undefined || !/\.eml$/i.test(file)) return '/all';
  const id = messageIdOf(file);
  return (id !== undefined && pathOfLink(`posthorn://message/${encodeURIComponent(id)}`)) || '/all';
}

/** What the user sees of the files. */
export function nameOfFiles(files: readonly string[]): string {
  return files.length === 1 ? `“${basename(files[0] ?? '')}”` : `${files.length} files`;
}

const maxHeaderBytes = 64_000;

/** Undefined if the message has no Message-ID, or if the file cannot be read: the import then says why. */
function messageIdOf(file: string): string | undefined {
  try {
    const bytes = Buffer.alloc(maxHeaderBytes);
    const handle = openSync(file, 'r');
    const length = readSync(handle, bytes);
    closeSync(handle);
    const [header = ''] = bytes.toString('latin1', 0, length).split(/\r?\n\r?\n/);
    return /^message-id:\s*<([^<>\s]+)>/im.exec(header)?.[1];
  } catch {
    return undefined;
  }
}
