import type { Flags, Ref } from '../providers/provider.ts';
import { sql, type WriteDb } from '../store/db.ts';
import { addressesOf, type Account } from './accounts.ts';
import { noteAhead, noteToldAgain, type BatchName, type Place } from './ahead.ts';
import { contactMail, type ContactMail, type ContactRow } from './contact-changes.ts';
import { contactUpkeep } from './contacts.ts';
import type { TextGiver } from './index/handed-texts.ts';
import { insertMessage, type InsertParts, type Owner } from './insert.ts';
import { labelMap, type Label } from './labels.ts';
import { isLeft } from './left-places.ts';
import {
  flagsText,
  listNewMessage,
  placementAt,
  refreshMessage,
  removePlacement,
  savePlacement,
  stateAt,
  supersedePlacements,
  type Placement,
} from './placements.ts';
import { isOnItsWay } from './mutations/passes.ts';
import type { Prepared } from './prepare.ts';
import type { ReadingPulse } from './reading-pulse.ts';
import { blobsOnlyIn } from './source.ts';
import { refreshThread, startThread } from './thread-state.ts';

/** Where the ingest worker keeps what it needs from batch to batch. */
export type IngestParts = InsertParts & {
  blobs: string;
  /** Removes cut-out stretches that no message has any more. */
  removeBlobs: (hashes: readonly string[]) => void;
  pulse: ReadingPulse;
  texts: TextGiver;
  /** Whether somebody in front waits to write. */
  isWanted: () => boolean;
};

/** What a batch did, by internal message id; `removed` by public id, for its rows are gone. */
export type IngestOutcome = { added: number[]; updated: number[]; removed: string[] };

/** For whom a pass stores. */
export type PassFor = {
  account: Pick<Account, 'id' | 'account_id'>;
  /** Mail that has just come: the index takes it before what is being filled in. */
  live: boolean;
  /** No server has this mail: what is stored of it is never given up for space. */
  kept?: boolean;
  /** The batch of a sync this is a piece of. */
  name?: BatchName;
};

/**
 * How long one write transaction may go on, in milliseconds. It ends at once when somebody in front wants to write; the
 * longest wait is then for settling what was stored by then.
 */
const slice = 10;

/** Spares the indexer the reading of what will be stored next. */
export function handTexts({ texts }: Pick<IngestParts, 'texts'>, prepared: readonly Prepared<unknown>[]): void {
  for (const { message_id, parsed } of prepared) texts.give(message_id, parsed.text);
}

/** Runs `work` over `items` in transactions that each end after a slice of time, and settles what each touched. */
export function inSlices<Item>(
  { db, isWanted }: Pick<IngestParts, 'db' | 'isWanted'>,
  items: readonly Item[],
  pass: Pick<IngestPass, 'settle'>,
  work: (item: Item) => void,
): void {
  let next = 0;
  while (next < items.length) {
    db.transaction(() => {
      const until = performance.now() + slice;
      do work(items[next++] as Item);
      while (next < items.length && !isWanted() && performance.now() < until);
      pass.settle();
    });
  }
}

export type IngestPass = ReturnType<typeof ingestPass>;

/** The steps of storing for one account. `settle` ends each transaction: lists and conversations then agree with it. */
export function ingestPass(parts: IngestParts, { account, live, kept = false, name }: PassFor) {
  const { db } = parts;
  const labels = labelMap(db, account.id);
  const owner: Owner = { account, own: addressesOf(db, account.id) };
  const done = { added: new Set<number>(), updated: new Set<number>(), removed: new Set<string>() };
  const touched = new Set<number>();
  const threads = new Set<number>();
  const contacts = contactUpkeep(db, account.id);
  const orphans: string[] = [];

  /** The message that is stored under a public id. */
  function find(message_id: string): number | undefined {
    return db.get<{ id: number }>(sql`SELECT id FROM messages WHERE message_id = ${message_id}`)?.id;
  }

  function labelAt(folder: string): Label {
    const label = labels.byPath.get(folder);
    // Thrown, not passed over: the batch's cursor must never be stored without its mail.
    if (label === undefined) throw new Error('mail came for a folder that has no label');
    return label;
  }

  /** A stored message lies here too; whatever this folder called it under an earlier uidvalidity means nothing now. */
  function place(arrival: Ref & Flags, message: number): void {
    const label = labelAt(arrival.folder).id;
    const { uidvalidity, uid, modseq = null } = arrival;
    if (isLeft(db, { label, uidvalidity, uid })) return;
    savePlacement(db, { label, uidvalidity, uid, message, modseq, flags: flagsText(arrival.flags) });
    supersedePlacements(db, { label, uidvalidity, message });
    if (name) {
      // A push may have taken it there meanwhile.
      noteToldAgain(db, account, name, { label, uidvalidity, uid });
      noteAhead(db, account, name, { label, uidvalidity, uid });
    }
    touched.add(message);
  }

  function liesAt({ folder, ...place }: Ref): boolean {
    return placementAt(db, labelAt(folder).id, place) !== undefined;
  }

  /** `known` is what `find` gives. */
  function store(message: Prepared, known = find(message.message_id)): 'added' | 'known' {
    const { arrival } = message;
    if (known !== undefined) {
      place(arrival, known);
      return 'known';
    }
    const label = labelAt(arrival.folder);
    const { uidvalidity, uid, modseq = null } = arrival;
    if (isLeft(db, { label: label.id, uidvalidity, uid })) return 'known';
    const flags = flagsText(arrival.flags);
    const state = stateAt(label, flags, labels);
    const inserted = insertMessage(parts, owner, message, { ...state, live, kept });
    savePlacement(db, { label: label.id, uidvalidity, uid, message: inserted.id, modseq, flags });
    if (name) noteAhead(db, account, name, { label: label.id, uidvalidity, uid });
    listNewMessage(db, inserted, state);
    const { from, to, cc, bcc, unsubscribe } = message.parsed;
    const { direction, position, flags: bits } = inserted;
    contacts.added({
      direction,
      flags: bits,
      sort_key: position,
      from,
      recipients: [...to, ...cc, ...bcc],
      isMailing: unsubscribe !== 'None',
    });
    if (inserted.isFirst) startThread(db, inserted.thread, { ...inserted, labels: state.labels });
    else threads.add(inserted.thread);
    done.added.add(inserted.id);
    return 'added';
  }

  function reflag(change: Ref & Flags): void {
    const label = labels.byPath.get(change.folder)?.id;
    const placement = label === undefined ? undefined : placementAt(db, label, change);
    if (!placement) return;
    const flags = flagsText(change.flags);
    if (placement.flags === flags) return;
    savePlacement(db, { ...placement, flags, modseq: change.modseq ?? placement.modseq });
    touched.add(placement.message);
  }

  /** What is stored there is still there, with these flags. */
  function tellAgain(arrival: Ref & Flags): void {
    const { uidvalidity, uid } = arrival;
    if (name) noteToldAgain(db, account, name, { label: labelAt(arrival.folder).id, uidvalidity, uid });
    reflag(arrival);
  }

  function remove(ref: Ref): void {
    const label = labels.byPath.get(ref.folder)?.id;
    if (label !== undefined) dropAt({ ...ref, label });
  }

  function dropAt({ label, ...place }: Place): void {
    const placement = placementAt(db, label, place);
    if (!placement) return;
    removePlacement(db, placement);
    touched.add(placement.message);
  }

  function settle(): void {
    // Before what is settled below turns out to be a draft, which is counted at once.
    contacts.settle();
    for (const message of touched) settleMessage(message);
    for (const thread of threads) refreshThread(db, thread);
    contacts.settle();
    touched.clear();
    threads.clear();
  }

  function settleMessage(message: number): void {
    const row = db.get<{ thread: number; message_id: string }>(
      sql`SELECT thread, message_id FROM messages WHERE id = ${message}`,
    );
    if (!row) return;
    const { changed, placed } = refreshMessage(db, message, labels);
    if (!placed && isOnItsWay(db, message)) return;
    if (!placed) {
      orphans.push(...blobsOnlyIn(db, message));
      contacts.removed(removeMessage(db, message));
      done.added.delete(message);
      done.removed.add(row.message_id);
    } else if (changed) done.updated.add(message);
    if (changed) threads.add(row.thread);
  }

  return {
    labels,
    orphans,
    /** What its places mean has changed. */
    touch: (message: number) => void touched.add(message),
    find,
    liesAt,
    place,
    store,
    tellAgain,
    reflag,
    remove,
    dropAt,
    /** One place goes, whatever the server calls it now. */
    drop(placement: Placement): void {
      removePlacement(db, placement);
      touched.add(placement.message);
    },
    settle,
    outcome: (): IngestOutcome => ({
      added: [...done.added],
      updated: [...done.updated].filter((id) => !done.added.has(id)),
      removed: [...done.removed],
    }),
  };
}

/** The row and all that hangs on it; the index learns of it from the queue. Gives what its contacts must forget. */
function removeMessage(db: WriteDb, message: number): ContactMail {
  db.run(sql`
    INSERT INTO index_queue (account, sort_key, op, live) SELECT account, sort_key, 'drop', 1 FROM messages WHERE id = ${message}`);
  const [row] = db.all<ContactRow>(sql`
    DELETE FROM messages WHERE id = ${message}
    RETURNING account, direction, flags, sort_key, from_name, from_email, recipients, unsubscribe`);
  if (!row) throw new Error('a message was removed that is not there');
  return contactMail(row);
}
