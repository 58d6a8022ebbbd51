import { Failure } from '../../base/failure.ts';
import type { Account } from '../../mail/accounts.ts';
import {
  foldedName,
  fullNameOf,
  openRenamings,
  pathFor,
  separatorOf,
  wishedPath,
  type Renamings,
} from '../../mail/label-paths.ts';
import { labelsOf, type Label } from '../../mail/labels.ts';
import type { FolderEdit } from '../../mail/mutations/folders.ts';
import { newFolder } from '../../mail/mutations/label-targets.ts';
import type { WriteDb } from '../../store/db.ts';

/** Makes a label that its server has yet to be told of. Throws Failure `bad_label_name`, `label_exists` and `label_busy`. */
export function newLabel(
  db: WriteDb,
  account: Account,
  { name, color }: { name: string; color: string | null },
): FolderEdit {
  const { path, last } = freePath(db, account, name);
  return newFolder(db, account, { path, name: last, color }).edit;
}

/** What renames a label, and its full names. Throws Failure `bad_label_name`, `label_exists` and `label_busy`. */
export function renaming(
  db: WriteDb,
  account: Account,
  label: Label,
  { asked, to }: { asked: string; to: string },
): { edit: FolderEdit; before: string; after: string } {
  const renamings = openRenamings(db, [account]);
  const before = fullNameOf(label, renamings);
  const above = before.split('/').slice(0, -1);
  const after = to.includes('/') || asked.includes('/') ? to : [...above, to].join('/');
  if (after === before) throw exists(after);
  const from = { path: wishedPath(label, renamings), name: label.name };
  const { path, last } = freePath(db, account, after, label);
  if (path === from.path) throw exists(after);
  return { edit: { do: 'rename', label: label.id, from, to: { path, name: last } }, before, after };
}

/** The path a label of this name would have, where no other has the name or the path. */
function freePath(db: WriteDb, account: Account, name: string, renamed?: Label): { path: string; last: string } {
  const levels = name.split('/');
  const separator = separatorOf(db, account);
  if (separator !== '/' && levels.some((level) => level.includes(separator))) throw holdsSeparator(separator);
  const labels = labelsOf(db, [account]).filter(({ synthetic }) => !synthetic);
  const renamings = openRenamings(db, [account]);
  const others = labels.filter(({ id, selectable }) => id !== renamed?.id && selectable);
  if (others.some((label) => isCalled(label, name, renamings))) throw exists(name);
  if (renamed && isBelow(name, fullNameOf(renamed, renamings))) throw belowItself();
  const path = pathFor(levels, { labels, renamings, separator });
  if (others.some(({ provider_id }) => provider_id === path)) throw busy(name);
  return { path, last: levels.at(-1) ?? name };
}

function isCalled(label: Label, name: string, renamings: Renamings): boolean {
  return foldedName(fullNameOf(label, renamings)) === foldedName(name);
}

function isBelow(name: string, above: string): boolean {
  return foldedName(name).startsWith(`${foldedName(above)}/`);
}

function holdsSeparator(separator: string): Failure {
  const sentence = `On this server a name cannot hold ${separator}, which parts the levels of its folders.`;
  return new Failure('invalid', 'bad_label_name', sentence);
}

function belowItself(): Failure {
  return new Failure('invalid', 'bad_label_name', 'A label cannot be put below itself.');
}

function exists(name: string): Failure {
  return new Failure('conflict', 'label_exists', `There is a label named ${name} already. Choose another name.`);
}

function busy(name: string): Failure {
  const sentence = `The server still has another label under the name ${name}. Try again once it has been told of its new one.`;
  return new Failure('conflict', 'label_busy', sentence);
}
