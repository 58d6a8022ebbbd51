import { sep } from 'node:path';
import { Failure } from '../../base/failure.ts';

const mostBytes = 2_000;
const mostBytesOfName = 240;
const mostFolders = 90;

/**
 * Where a file goes below a folder of ours, by the path that its sender gave it: with slashes, from the folder that was
 * picked. Names keep what Maildirs say in them. Throws Failure `bad_file_path` for what is no plain way down.
 */
export function spoolPath(given: string, platform: NodeJS.Platform = process.platform): string {
  const names = given.split('/');
  const isWay = names.every((name) => name !== '' && name !== '.' && name !== '..');
  // A backslash leads somewhere else on Windows.
  if (!isWay || /[\p{Cc}\\]/u.test(given) || names.length > mostFolders) throw badPath(given);
  const own = platform === 'win32' ? names.map(nameForWindows) : names;
  if (Buffer.byteLength(given) > mostBytes || own.some((name) => Buffer.byteLength(name) > mostBytesOfName))
    throw new Failure('invalid', 'bad_file_path', `The name of “${short(given)}” is too long. Give it a shorter one.`);
  return own.join(sep);
}

/** Whether a file lies where a Maildir has its messages, which are not told by their contents. */
export function isInMaildir(given: string): boolean {
  return /(^|\/)(cur|new)\/[^/]+$/.test(given);
}

/** Names that Windows keeps for devices, and signs that it does not take: Maildirs there write `;` for the colon. */
function nameForWindows(name: string): string {
  const plain = name.replaceAll(/[<>"|?*:]/g, ';').replace(/[. ]+$/, '_');
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(plain) ? `_${plain}` : plain;
}

function badPath(given: string): Failure {
  return new Failure(
    'invalid',
    'bad_file_path',
    `“${short(given)}” is no path of a file: it has to lead down from the folder that was picked, with a slash between its names.`,
  );
}

function short(given: string): string {
  const plain = given.replaceAll(/\p{Cc}/gu, ' ');
  return plain.length > 80 ? `${plain.slice(0, 79)}…` : plain;
}
