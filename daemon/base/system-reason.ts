import { getSystemErrorMessage } from 'node:util';
import { reasonOf } from './failure.ts';

/** What an error of the system means for a user who sees it inside a sentence about a file or an address. */
const reasons: Record<string, string> = {
  EACCES: 'you have no permission',
  EPERM: 'you have no permission',
  ENOENT: 'it doesn’t exist',
  EEXIST: 'something else has that name',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path isn’t a folder',
  ENOTEMPTY: 'the folder isn’t empty',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your space on the disk is used up',
  EROFS: 'the disk is read-only',
  EIO: 'the disk reports an error',
  EBUSY: 'another program is using it',
  ETXTBSY: 'another program is using it',
  EXDEV: 'it is on another disk',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EADDRINUSE: 'another program is using it',
  EADDRNOTAVAIL: 'this computer has no such address',
};

/** Why something failed, as plain words inside a sentence: without the code, the call and the path of a system error. */
export function systemReason(thrown: unknown): string {
  const { code, errno } = thrown instanceof Error ? (thrown as NodeJS.ErrnoException) : {};
  const known = code === undefined ? undefined : reasons[code];
  if (known !== undefined) return known;
  return typeof errno === 'number' ? getSystemErrorMessage(errno) : reasonOf(thrown);
}
