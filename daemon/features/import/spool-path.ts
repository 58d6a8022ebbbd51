import { sep } from 'node:path';
import { Failure } from '../../base/failure.ts';

const maxPathBytes = 2_000;
const maxNameBytes = 240;
const maxFolders = 90;

/**
 * The path of an uploaded file below the spool folder, from the path that the client sent: with slashes, relative to the
 * picked folder. Names keep their Maildir flags. Throws Failure `bad_file_path` for a path that is not plain.
 */
export function spoolPath(uploadPath: string, platform: NodeJS.Platform = process.platform): string {
  const names = uploadPath.split('/');
  const isPlainPath = names.every((name) => name !== '' && name !== '.' && name !== '..');
  // A backslash is a separator on Windows.
  if (!isPlainPath || /[\p{Cc}\\]/u.test(uploadPath) || names.length > maxFolders) throw badPath(uploadPath);
  const diskNames = platform === 'win32' ? names.map(nameForWindows) : names;
  if (Buffer.byteLength(uploadPath) > maxPathBytes || diskNames.some((name) => Buffer.byteLength(name) > maxNameBytes))
    throw new Failure(
      'invalid',
      'bad_file_path',
      `The name of “${shortened(uploadPath)}” is too long. Give it a shorter one.`,
    );
  return diskNames.join(sep);
}

/** Whether a file is in a message folder of a Maildir, whose messages are not recognised by content. */
export function isInMaildir(uploadPath: string): boolean {
  return /(^|\/)(cur|new)\/[^/]+$/.test(uploadPath);
}

/** Names that Windows reserves for devices, and characters that it does not allow: Maildirs there use `;` for the colon. */
function nameForWindows(name: string): string {
  const plain = name.replaceAll(/[<>"|?*:]/g, ';').replace(/[. ]+$/, '_');
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(plain) ? `_${plain}` : plain;
}

function badPath(uploadPath: string): Failure {
  return new Failure(
    'invalid',
    'bad_file_path',
    `“${shortened(uploadPath)}” is no path of a file: it has to lead down from the folder that was picked, with a slash between its names.`,
  );
}

function shortened(uploadPath: string): string {
  const plain = uploadPath.replaceAll(/\p{Cc}/gu, ' ');
  return plain.length > 80 ? `${plain.slice(0, 79)}…` : plain;
}
