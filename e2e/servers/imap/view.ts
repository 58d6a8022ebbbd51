import { flagsOf } from './folder.ts';
import type { Folder } from './folder.ts';
import { quirkOfFolder } from './quirks.ts';
import type { Quirks } from './quirks.ts';
import { writeSet } from './sequence-set.ts';

/** A folder as a connection that opened it last heard of it: its sequence numbers are those of `uids`. */
export type View = { folder: Folder; path: string; uidvalidity: number; uids: number[]; modseq: number };

export function openView(folder: Folder): View {
  const { path, uidvalidity, modseq, places } = folder;
  return { folder, path, uidvalidity, uids: places.map(({ uid }) => uid), modseq };
}

/** Whether the folder is still the one that was opened. */
export function isStanding({ folder, path, uidvalidity }: View, folders: readonly Folder[]): boolean {
  return folders.includes(folder) && folder.path === path && folder.uidvalidity === uidvalidity;
}

/** The untagged lines that tell what happened since; after them the view is up to date. */
export function newsOf(view: View, quirks: Quirks, enabled: ReadonlySet<string>): string[] {
  const { folder, modseq } = view;
  if (folder.modseq === modseq) return [];
  const news = expunged(view, enabled.has('QRESYNC'));
  const known = new Set(view.uids);
  view.uids = folder.places.map(({ uid }) => uid);
  view.modseq = folder.modseq;
  if (view.uids.length > known.size) news.push(`* ${view.uids.length} EXISTS`, '* 0 RECENT');
  for (const place of folder.places) {
    if (place.modseq <= modseq || !known.has(place.uid)) continue;
    const told = enabled.has('CONDSTORE') ? ` MODSEQ (${toldModseq(quirks, view.path, place.modseq)})` : '';
    const flags = `FLAGS (${flagsOf(place).join(' ')})`;
    news.push(`* ${view.uids.indexOf(place.uid) + 1} FETCH (UID ${place.uid} ${flags}${told})`);
  }
  return news;
}

/** Tells and forgets the messages of the view that its folder holds no more. */
function expunged(view: View, isByUid: boolean): string[] {
  const held = new Set(view.folder.places.map(({ uid }) => uid));
  const gone = view.uids.filter((uid) => !held.has(uid));
  const numbers = gone.map((uid) => view.uids.indexOf(uid) + 1).toReversed();
  view.uids = view.uids.filter((uid) => held.has(uid));
  if (isByUid && gone.length > 0) return [`* VANISHED ${writeSet(gone)}`];
  return numbers.map((number) => `* ${number} EXPUNGE`);
}

export function toldModseq(quirks: Quirks, path: string, modseq: number): number {
  return Math.max(1, modseq - (quirkOfFolder(quirks, path).modseqLoss ?? 0));
}
