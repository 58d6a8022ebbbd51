import { getSystemErrorMessage } from 'node:util';
import { Failure, reasonOf } from './failure.ts';

/** What an error of the system means for a user who sees it inside a sentence about a file, an address or a database. */
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
  ENOTFOUND: 'its name wasn’t found',
  EAI_AGAIN: 'its name wasn’t found',
  ECONNREFUSED: 'it refused the connection',
  ECONNRESET: 'it ended the connection',
  ECONNABORTED: 'it ended the connection',
  EPIPE: 'it ended the connection',
  UND_ERR_SOCKET: 'it ended the connection',
  ETIMEDOUT: 'it doesn’t respond',
  UND_ERR_CONNECT_TIMEOUT: 'it doesn’t respond',
  UND_ERR_HEADERS_TIMEOUT: 'it doesn’t respond',
  UND_ERR_BODY_TIMEOUT: 'it doesn’t respond',
  EHOSTUNREACH: 'there is no connection to it',
  EHOSTDOWN: 'there is no connection to it',
  ENETUNREACH: 'there is no network connection',
  ENETDOWN: 'there is no network connection',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate isn’t valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another address',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate can’t be verified',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate can’t be verified',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate can’t be verified',
  UNABLE_TO_GET_ISSUER_CERT: 'its certificate can’t be verified',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate can’t be verified',
  EPROTO: 'it doesn’t offer the encryption that Posthorn needs',
  Z_DATA_ERROR: 'it is damaged',
  Z_BUF_ERROR: 'it is incomplete',
  ERR_DLOPEN_FAILED: 'a part of Posthorn can’t be loaded',
  ERR_MODULE_NOT_FOUND: 'a part of Posthorn is missing',
  MODULE_NOT_FOUND: 'a part of Posthorn is missing',
};

/** Groups of codes; an extended code of SQLite begins with the primary one. */
const groups: readonly (readonly [RegExp, string])[] = [
  [/^SQLITE_(CORRUPT|NOTADB)/, 'the database is damaged'],
  [/^SQLITE_FULL/, 'the disk is full'],
  [/^SQLITE_(BUSY|LOCKED)/, 'another program is using the database'],
  [/^SQLITE_(READONLY|PERM|AUTH)/, 'the database can’t be written'],
  [/^SQLITE_CANTOPEN/, 'the database can’t be opened'],
  [/^SQLITE_IOERR/, 'the disk reports an error'],
  [/^ERR_SSL_/, 'it doesn’t offer the encryption that Posthorn needs'],
];

/** The words for an error or for what caused it; undefined where its code is not known. */
function knownReason(thrown: unknown): string | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const { code } = error as NodeJS.ErrnoException;
    const known = code === undefined ? undefined : (reasons[code] ?? groups.find(([group]) => group.test(code))?.[1]);
    if (known !== undefined) return known;
  }
  const { errno } = thrown instanceof Error ? (thrown as NodeJS.ErrnoException) : {};
  return typeof errno === 'number' ? getSystemErrorMessage(errno) : undefined;
}

/** Why something failed, as plain words inside a sentence: without the code, the call and the path of a system error. */
export function systemReason(thrown: unknown): string {
  return knownReason(thrown) ?? reasonOf(thrown);
}

/**
 * What users are told about work that failed: the sentence of a Failure, else what failed, as in “The export failed”, and why.
 * The text of an unknown error is for the log, which the caller writes.
 */
export function failureSentence(whatFailed: string, thrown: unknown): string {
  if (thrown instanceof Failure) return thrown.message;
  const known = knownReason(thrown);
  return known === undefined
    ? `${whatFailed} because of an internal error. Try again, and report the problem if it happens again.`
    : `${whatFailed}: ${known}.`;
}
