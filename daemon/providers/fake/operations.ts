import { ProviderError } from '../provider.ts';
import type { FolderChange, Operation, OperationOutcome } from '../provider.ts';
import { requireFolder } from './mailbox.ts';
import type { FakeMailbox } from './mailbox.ts';

/** Applies one operation to the mailbox, or returns why it cannot. */
export function executeOperation(mailbox: FakeMailbox, operation: Operation): OperationOutcome {
  const { folder: path, uidvalidity, uid } = operation.ref;
  const folder = mailbox.folder(path);
  if (!folder) return failedOutcome(`There is no folder named ${path}.`);
  if (folder.uidvalidity !== uidvalidity)
    return goneOutcome(`The folder ${path} was set up anew; its messages have other numbers now.`);
  const placement = mailbox.placementOrLost(folder, uid);
  if (!placement)
    return operation.do === 'expunge' ? { ok: true } : goneOutcome(`The message is no longer in ${path}.`);
  if (operation.do === 'flags') {
    const kept = placement.flags.filter((flag) => !operation.remove.includes(flag) && !operation.add.includes(flag));
    mailbox.setFlags(folder, uid, [...kept, ...operation.add]);
    return { ok: true };
  }
  if (operation.do === 'expunge') {
    mailbox.remove(folder, uid);
    return { ok: true };
  }
  const target = mailbox.folder(operation.to);
  if (!target) return failedOutcome(`There is no folder named ${operation.to}. Create it first.`);
  const arrived = mailbox.add(target, placement.message, placement.flags);
  if (operation.do === 'move') mailbox.remove(folder, uid);
  return { ok: true, moved_to: { folder: target.path, uidvalidity: target.uidvalidity, uid: arrived } };
}

function failedOutcome(error: string): OperationOutcome {
  return { ok: false, error, retryable: false };
}

function goneOutcome(error: string): OperationOutcome {
  return { ok: false, error, retryable: false, isGone: true };
}

/**
 * Creates, renames or deletes a folder and returns its new path. Throws a `ProviderError` of reason `refused` where a server
 * would refuse.
 */
export function changeFolder(mailbox: FakeMailbox, change: FolderChange): string {
  const done = change.isIdempotent ? pathIfDone(mailbox, change) : undefined;
  if (done !== undefined) return done;
  if (change.do === 'create') {
    assertPathIsFree(mailbox, change.path);
    mailbox.addFolder({ path: change.path, name: nameOf(change.path), selectable: true, kind: 'user' });
    return change.path;
  }
  const folder = requireFolder(mailbox, change.path);
  if (folder.role)
    throw new ProviderError('refused', `The folder ${change.path} belongs to the account and stays as it is.`);
  if (change.do === 'delete') {
    if (change.onlyIfEmpty && mailbox.hasMail(folder))
      throw new ProviderError('refused', `Mail has come into the folder ${change.path}, so it wasn’t deleted.`);
    mailbox.removeFolder(folder);
    return change.path;
  }
  assertPathIsFree(mailbox, change.to);
  for (const each of mailbox.list.filter(({ path }) => path === change.path || path.startsWith(`${change.path}/`))) {
    each.path = `${change.to}${each.path.slice(change.path.length)}`;
    each.name = nameOf(each.path);
  }
  return change.to;
}

/** The path of the folder if the edit is already in effect. */
function pathIfDone(mailbox: FakeMailbox, change: FolderChange): string | undefined {
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

function assertPathIsFree(mailbox: FakeMailbox, path: string): void {
  if (path.split('/').some((level) => level === '')) throw new ProviderError('refused', 'A folder needs a name.');
  if (mailbox.folder(path))
    throw new ProviderError('refused', `A folder named ${path} is there already. Choose another name.`);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
