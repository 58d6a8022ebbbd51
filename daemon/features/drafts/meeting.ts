import type { Account } from '../../mail/accounts.ts';
import {
  forgetVersion,
  isLeftover,
  linkAt,
  linksOf,
  placeOf,
  saveVersion,
  type DraftLink,
} from '../../mail/draft-links.ts';
import { adoptVersion, draftNamedIn, readVersion, takeVersion } from '../../mail/draft-versions.ts';
import { discardDraft, draftOf, type Draft, type DraftParts } from '../../mail/drafts.ts';
import { folderLabel } from '../../mail/labels.ts';
import { messagesByIds } from '../../mail/messages.ts';
import { openSendOf } from '../../mail/outbox.ts';
import { placementAt } from '../../mail/placements.ts';
import type { Ref } from '../../providers/provider.ts';
import { cameAfter, isMissing, renumbered, type Lying } from './store.ts';

export type MeetingParts = DraftParts & { account: Account; blobs: string };

/**
 * Has drafts agree with what other programs did to their versions, as the `pass`th sync pass told, which has ended and
 * found every folder. The rule: where a version gave way to one that came later, somebody wrote on elsewhere. What was not
 * changed here since becomes theirs; what was stays ours, is put there anew, and theirs is a draft of its own. Where it
 * gave way to nothing it was deleted or sent elsewhere: what was not changed here is thrown away, and can be taken back;
 * what was, or is on its way, stays and is put there anew. Gives the public ids of the drafts that changed.
 */
export function meetVersions(parts: MeetingParts, pass: number): string[] {
  const { db, account } = parts;
  return linksOf(db, account.id).flatMap((link) => {
    const place = placeOf(link);
    if (!place || link.pass >= pass || link.pushing_header_id !== null) return [];
    return db.transaction(() => meet(parts, link, place));
  });
}

function meet(parts: MeetingParts, link: DraftLink, place: Ref): string[] {
  const { db, account } = parts;
  const draft = draftOf(db, link.draft);
  const label = folderLabel(db, account.id, place.folder);
  if (!draft) return [];
  if (label === undefined) {
    // The folder went, not the draft.
    forgetVersion(db, draft.id);
    return [];
  }
  if (liesThere(parts, label, place)) return [];
  const there = { folder: place.folder, header_id: link.header_id, subject: link.subject ?? '' };
  const now = link.header_id !== null && renumbered(db, label, { ...place, header_id: link.header_id });
  if (now) {
    saveVersion(db, link, { ...there, ...now }, link.pushed);
    return [];
  }
  const theirs = successorOf(parts, { draft, link, label, place });
  if (theirs) return meetTheirs(parts, { draft, link, place, theirs });
  if (isUntouched(parts, draft, link)) {
    forgetVersion(db, draft.id);
    discardDraft(parts, draft.id);
    return [draft.draft_id];
  }
  forgetVersion(db, draft.id);
  return [];
}

type Meeting = { draft: Draft; link: DraftLink; place: Ref; theirs: Lying };

function meetTheirs(parts: MeetingParts, { draft, link, place, theirs }: Meeting): string[] {
  const { db, account, blobs } = parts;
  const message = messagesByIds(db, [theirs.message])[0];
  const read = message && readVersion(db, blobs, message);
  // Not whole yet: the next pass brings it.
  if (!read) return [];
  const { uidvalidity, uid, header_id, subject } = theirs;
  const version = { folder: place.folder, uidvalidity, uid, header_id, subject };
  if (isUntouched(parts, draft, link)) {
    takeVersion(parts, read, { draft, account, version });
    return [draft.draft_id];
  }
  forgetVersion(db, draft.id);
  const other = adoptVersion(parts, read, { account, actor: { origin: 'daemon' }, version });
  return [draft.draft_id, other.draft_id];
}

/** What is on its way is what it is. */
function isUntouched({ db }: MeetingParts, { draft_id, revision }: Draft, { pushed }: DraftLink): boolean {
  return revision === pushed && openSendOf(db, draft_id) === undefined;
}

function liesThere({ db, account }: MeetingParts, label: number, place: Ref): boolean {
  const placement = placementAt(db, label, place);
  return placement ? !isDeleted(placement) : isMissing(db, account.id, place);
}

/**
 * What took the place of a version. A program that saves a draft anew gives it a place that comes later and keeps what it
 * answers and mostly its subject; some keep its Message-ID, and some the field that names it.
 */
function successorOf(
  { db, account, blobs }: MeetingParts,
  { draft, link, label, place }: Omit<Meeting, 'theirs'> & { label: number },
): Lying | undefined {
  const { folder } = place;
  const later = cameAfter(db, label, place).filter((each) => {
    const there = { folder, uidvalidity: each.uidvalidity, uid: each.uid, header_id: each.header_id };
    return !isDeleted(each) && !linkAt(db, account.id, there) && !isLeftover(db, account.id, there);
  });
  return (
    later.find(({ header_id }) => header_id !== null && header_id === link.header_id) ??
    later.find(
      ({ subject, in_reply_to }) => subject !== '' && subject === link.subject && in_reply_to === draft.in_reply_to,
    ) ??
    later.find(({ message }) => draftNamedIn(db, blobs, message) === draft.draft_id)
  );
}

function isDeleted({ flags }: { flags: string }): boolean {
  return flags.toLowerCase().split(' ').includes('\\deleted');
}
