import type { Account } from '../accounts/accounts.ts';
import type { StoredChanges } from './change-announcer.ts';

/** So many new messages at once are a part of an import or of a first sync, and others follow. */
const muchMail = 50;
const delayMs = 2_000;

/**
 * Calls `notify` when mail was stored, so that it is looked through. While much mail is stored, `notify` is called every two
 * seconds and not for each part, because looking through it takes the computer from storing it.
 */
export function afterMail(notify: () => void): (account: Account, stored: StoredChanges) => void {
  let timer: NodeJS.Timeout | undefined;
  return (_account, { added }) => {
    if (added.length < muchMail) return notify();
    timer ??= setTimeout(() => {
      timer = undefined;
      notify();
    }, delayMs).unref();
  };
}
