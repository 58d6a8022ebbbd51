import { flagsOf } from './folder.ts';
import type { Folder } from './folder.ts';
import { quirkOfFolder } from './quirks.ts';
import type { Quirks } from './quirks.ts';
import { writeSet } from './sequence-set.ts';

/** A folder in the state last reported to the connection that opened it: its sequence numbers are those of `uids`. */
export type View = { folder: Folder; path: string; uidvalidity: number; uids: number[]; modseq: number };

export function openView(folder: Folder): View {
  const { path, uidvalidity, modseq, placements } = folder;
  return { folder, path, uidvalidity, uids: placements.map(({ uid }) => uid), modseq };
}

/** Whether the folder is still the one that was opened. */
export function isStillSelected({ folder, path, uidvalidity }: View, folders: readonly Folder[]): boolean {
  return folders.includes(folder) && folder.path === path && folder.uidvalidity === uidvalidity;
}

/** The untagged lines that report later changes; after them the view is up to date. */
export function updatesOf(view: View, quirks: Quirks, enabled: ReadonlySet<string>): string[] {
  const { folder, modseq } = view;
  if (folder.modseq === modseq) return [];
  const updates = takeExpunged(view, enabled.has('QRESYNC'));
  const known = new Set(view.uids);
  view.uids = folder.placements.map(({ uid }) => uid);
  view.modseq = folder.modseq;
  if (view.uids.length > known.size) updates.push(`* ${view.uids.length} EXISTS`, '* 0 RECENT');
  for (const placement of folder.placements) {
    if (placement.modseq <= modseq || !known.has(placement.uid)) continue;
    const modseqItem = enabled.has('CONDSTORE')
      ? ` MODSEQ (${reportedModseq(quirks, view.path, placement.modseq)})`
      : '';
    const flags = `FLAGS (${flagsOf(placement).join(' ')})`;
    updates.push(`* ${view.uids.indexOf(placement.uid) + 1} FETCH (UID ${placement.uid} ${flags}${modseqItem})`);
  }
  return updates;
}

/** Reports and removes the messages of the view that its folder no longer contains. */
function takeExpunged(view: View, isByUid: boolean): string[] {
  const present = new Set(view.folder.placements.map(({ uid }) => uid));
  const vacated = view.uids.filter((uid) => !present.has(uid));
  const numbers = vacated.map((uid) => view.uids.indexOf(uid) + 1).toReversed();
  view.uids = view.uids.filter((uid) => present.has(uid));
  if (isByUid && vacated.length > 0) return [`* VANISHED ${writeSet(vacated)}`];
  return numbers.map((number) => `* ${number} EXPUNGE`);
}

export function reportedModseq(quirks: Quirks, path: string, modseq: number): number {
  return Math.max(1, modseq - (quirkOfFolder(quirks, path).modseqLoss ?? 0));
}
