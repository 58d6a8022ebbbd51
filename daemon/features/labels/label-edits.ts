import { Failure } from '../../base/failure.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import {
  labelNameKey,
  fullNameOf,
  pendingRenames,
  pathFor,
  separatorOf,
  pathAfterRenames,
  type PendingRenames,
} from '../../mail/labels/paths.ts';
import { labelsOf, type Label } from '../../mail/labels/labels.ts';
import type { FolderEdit } from '../../mail/mutations/folders/folder-edits.ts';
import { createFolder } from '../../mail/mutations/folders/label-targets.ts';
import type { WriteDb } from '../../store/db.ts';

/**
 * Creates a label that is not pushed to its server yet. Throws Failure `bad_label_name`, `label_exists` and `label_busy`.
 */
export function createLabel(
  db: WriteDb,
  account: Account,
  { name, color }: { name: string; color: string | null },
): FolderEdit {
  const { path, last } = requireFreePath(db, account, name);
  return createFolder(db, account, { path, name: last, color }).edit;
}

/**
 * The operations that rename a label, and its full names. Throws Failure `bad_label_name`, `label_exists` and `label_busy`.
 */
export function planRename(
  db: WriteDb,
  account: Account,
  label: Label,
  { currentName, to }: { currentName: string; to: string },
): { edit: FolderEdit; before: string; after: string } {
  const renamings = pendingRenames(db, [account]);
  const before = fullNameOf(label, renamings);
  const above = before.split('/').slice(0, -1);
  const after = to.includes('/') || currentName.includes('/') ? to : [...above, to].join('/');
  if (after === before) throw labelExists(after);
  const from = { path: pathAfterRenames(label, renamings), name: label.name };
  const { path, last } = requireFreePath(db, account, after, label);
  if (path === from.path) throw labelExists(after);
  return { edit: { do: 'rename', label: label.id, from, to: { path, name: last } }, before, after };
}

/** The path of a label with this name, if no other label has the name or the path. */
function requireFreePath(db: WriteDb, account: Account, name: string, renamed?: Label): { path: string; last: string } {
  const levels = name.split('/');
  const separator = separatorOf(db, account);
  if (separator !== '/' && levels.some((level) => level.includes(separator))) throw nameHasSeparator(separator);
  const labels = labelsOf(db, [account]).filter(({ synthetic }) => !synthetic);
  const renamings = pendingRenames(db, [account]);
  const others = labels.filter(({ id, selectable }) => id !== renamed?.id && selectable);
  if (others.some((label) => isCalled(label, name, renamings))) throw labelExists(name);
  if (renamed && isBelow(name, fullNameOf(renamed, renamings))) throw belowItself();
  const path = pathFor(levels, { labels, renamings, separator });
  if (others.some(({ provider_id }) => provider_id === path)) throw labelBusy(name);
  return { path, last: levels.at(-1) ?? name };
}

function isCalled(label: Label, name: string, renamings: PendingRenames): boolean {
  return labelNameKey(fullNameOf(label, renamings)) === labelNameKey(name);
}

function isBelow(name: string, above: string): boolean {
  return labelNameKey(name).startsWith(`${labelNameKey(above)}/`);
}

function nameHasSeparator(separator: string): Failure {
  const sentence = `On this server a name can’t hold ${separator}, because it separates levels of folders.`;
  return new Failure('invalid', 'bad_label_name', sentence);
}

function belowItself(): Failure {
  return new Failure('invalid', 'bad_label_name', 'A label can’t be put below itself.');
}

function labelExists(name: string): Failure {
  return new Failure('conflict', 'label_exists', `There’s already a label named ${name}. Choose another name.`);
}

function labelBusy(name: string): Failure {
  const sentence = `The server still has another label under the name ${name}. Try again once the new name has synced.`;
  return new Failure('conflict', 'label_busy', sentence);
}
