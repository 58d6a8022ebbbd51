import { ProviderError, type FolderChange } from '../../provider.ts';
import { readLabels, type ApiMailbox } from '../api-mailbox.ts';
import type { GmailApi, RequestContext } from '../api/gmail-api.ts';
import { MissingResource } from '../api/request.ts';
import { nearestLabelColor } from './label-color.ts';
import { separator, type LabelFolders } from './folders.ts';

/** Creates, renames or deletes a label; returns its new path. Throws ProviderError `refused`. */
export async function editLabel(mailbox: ApiMailbox, change: FolderChange, context: RequestContext): Promise<string> {
  const labels = await readLabels(mailbox, context);
  const path = await edit(mailbox, { change, labels }, context);
  await readLabels(mailbox, context);
  return path;
}

/** Gives a label of the user the nearest color of Gmail, or none; returns what it has then. Undefined if there is no such label. */
export async function colorLabel(
  api: GmailApi,
  { path, color }: { path: string; color: string | null },
  context: RequestContext,
): Promise<string | null | undefined> {
  const found = (await api.labels(context)).find(({ name, type }) => name === path && type !== 'system');
  if (!found) return undefined;
  const nearest = color === null ? null : nearestLabelColor(color);
  try {
    await (nearest ? api.colorLabel(found.id, nearest, context) : api.removeLabelColor(found, context));
  } catch (thrown) {
    if (thrown instanceof MissingResource) return undefined;
    throw thrown;
  }
  return nearest && nearest.backgroundColor;
}

async function edit(
  mailbox: ApiMailbox,
  { change, labels }: { change: FolderChange; labels: LabelFolders },
  context: RequestContext,
): Promise<string> {
  const { api } = mailbox;
  const done = change.isIdempotent ? pathIfDone(labels, change) : undefined;
  if (done !== undefined) return done;
  if (change.do === 'create') {
    assertFree(labels, change.path);
    return (await api.createLabel(change.path, context)).name;
  }
  const id = ownLabelId(labels, change.path);
  if (change.do === 'rename') {
    assertFree(labels, change.to);
    // The label itself is last: as long as it has its old name, an interrupted renaming can be repeated.
    for (const [below, path] of labels.own)
      if (path.startsWith(`${change.path}${separator}`))
        await api.renameLabel(below, `${change.to}${path.slice(change.path.length)}`, context);
    await api.renameLabel(id, change.to, context);
    return change.to;
  }
  if (change.onlyIfEmpty && (await hasMail(mailbox, id, context)))
    throw new ProviderError('refused', `The label ${change.path} received new mail, so it wasn’t deleted.`);
  try {
    await api.deleteLabel(id, context);
  } catch (thrown) {
    if (!(thrown instanceof MissingResource && change.isIdempotent)) throw thrown;
  }
  return change.path;
}

async function hasMail({ api }: ApiMailbox, labelId: string, context: RequestContext): Promise<boolean> {
  const { messagesTotal } = await api.label(labelId, context);
  return (messagesTotal ?? 1) > 0;
}

/** The path of the label if the change is already in effect. */
function pathIfDone({ idOf }: LabelFolders, change: FolderChange): string | undefined {
  const isThere = idOf(change.path) !== undefined;
  switch (change.do) {
    case 'create':
      return isThere ? change.path : undefined;
    case 'rename':
      return !isThere && idOf(change.to) !== undefined ? change.to : undefined;
    case 'delete':
      return isThere ? undefined : change.path;
  }
}

function assertFree({ idOf }: LabelFolders, path: string): void {
  if (path.split(separator).some((level) => level.trim() === ''))
    throw new ProviderError('refused', 'A label needs a name.');
  if (idOf(path) !== undefined)
    throw new ProviderError('refused', `There’s already a label named ${path}. Choose another name.`);
}

function ownLabelId({ idOf, own }: LabelFolders, path: string): string {
  const id = idOf(path);
  if (id === undefined) throw new ProviderError('refused', `Gmail has no label named ${path}.`);
  if (!own.has(id)) throw new ProviderError('refused', `The label ${path} belongs to Gmail and can’t be changed.`);
  return id;
}
