import type { Log } from '../daemon/base/log.ts';
import { ensureToken } from '../daemon/config/private-file.ts';

/** The token in `file`, which is created if it does not exist. Throws what `ensureToken` throws. */
export function ensureTokenIn(file: string, log: Log): string {
  const { token, tightened } = ensureToken(file);
  if (tightened) log.warn({ file }, 'others could read this token file; now only its owner can');
  return token;
}
