import { ProviderError } from '../provider.ts';
import type { FolderChange, Operation, Outcome } from '../provider.ts';
import { knownFolder } from './mailbox.ts';
import type { Mailbox } from './mailbox.ts';

/** Carries out one operation on the mailbox, or says why it cannot be. */
export function carryOut(mailbox: Mailbox, operation: Operation): Outcome {
  const { folder: path, uidvalidity, uid } = operation.ref;
  const folder = mailbox.folder(path);
  if (!folder) return failed(`There is no folder named ${path}.`);
  if (folder.uidvalidity !== uidvalidity)
    return gone(`The folder ${path} was set up anew; its messages have other numbers now.`);
  const place = mailbox.adopt(folder, uid);
  if (!place) return operation.do === 'expunge' ? { ok: true } : gone(`The message is no longer in ${path}.`);
  if (operation.do === 'flags') {
    const kept = place.flags.filter((flag) => !operation.remove.includes(flag) && !operation.add.includes(flag));
    mailbox.setFlags(folder, uid, [...kept, ...operation.add]);
    return { ok: true };
  }
  if (operation.do === 'expunge') {
    mailbox.remove(folder, uid);
    return { ok: true };
  }
  const target = mailbox.folder(operation.to);
  if (!target) return failed(`There is no folder named ${operation.to}. Create it first.`);
  const arrived = mailbox.add(target, place.message, place.flags);
  if (operation.do === 'move') mailbox.remove(folder, uid);
  return { ok: true, moved_to: { folder: target.path, uidvalidity: target.uidvalidity, uid: arrived } };
}

function failed(error: string): Outcome {
  return { ok: false, error, retryable: false };
}

function gone(error: string): Outcome {
  return { ok: false, error, retryable: false, isGone: true };
}

/**
 * Creates, renames or deletes a folder and gives its path from then on. Throws a `ProviderError` of reason `refused` where
 * a server would say no.
 */
export function changeFolder(mailbox: Mailbox, change: FolderChange): string {
  const done = change.orDone ? pathIfDone(mailbox, change) : undefined;
  if (done !== undefined) return done;
  if (change.do === 'create') {
    assertFree(mailbox, change.path);
    mailbox.create({ path: change.path, name: nameOf(change.path), selectable: true, kind: 'user' });
    return change.path;
  }
  const folder = knownFolder(mailbox, change.path);
  if (folder.role)
    throw new ProviderError('refused', `The folder ${change.path} belongs to the account and stays as it is.`);
  if (change.do === 'delete') {
    if (change.onlyIfEmpty && mailbox.holdsMail(folder))
      throw new ProviderError('refused', `Mail has come into the folder ${change.path}, so it was not deleted.`);
    mailbox.drop(folder);
    return change.path;
  }
  assertFree(mailbox, change.to);
  for (const each of mailbox.list.filter(({ path }) => path === change.path || path.startsWith(`${change.path}/`))) {
    each.path = `${change.to}${each.path.slice(change.path.length)}`;
    each.name = nameOf(each.path);
  }
  return change.to;
}

/** Where the folder is if it is as asked already. */
function pathIfDone(mailbox: Mailbox, change: FolderChange): string | undefined {
  const isThere = mailbox.folder(change.path) !== undefined;
  switch (change.do) {
    case 'create':
      return isThere ? change.path : undefined;
    case 'rename':
      return !isThere && mailbox.folder(change.to) ? change.to : undefined;
    case 'delete':
      return isThere ? undefined : change.path;
  }
}

function assertFree(mailbox: Mailbox, path: string): void {
  if (path.split('/').some((level) => level === '')) throw new ProviderError('refused', 'A folder needs a name.');
  if (mailbox.folder(path))
    throw new ProviderError('refused', `A folder named ${path} is there already. Choose another name.`);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
