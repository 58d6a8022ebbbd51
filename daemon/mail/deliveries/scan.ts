import type { WriteDb } from '../../store/db.ts';
import { sql, jsonList } from '../../store/db.ts';
import { confirmedBelow, type ConfirmEvidence } from './confirmation.ts';
import type { DeliveryRange, DeliveryReadings } from './read-deliveries.ts';
import { saveReadings, type DeliveryChanges, type Reading } from './store.ts';

/** What a scan has found, in messages and deliveries. */
export type ScanSummary = { scanned: number; shortlisted: number; created: number; updated: number };

/** The deliveries that a scan creates and changes: a created one is not changed too. */
export function createChangeCounter() {
  const created = new Set<string>();
  const updated = new Set<string>();
  return {
    add(changes: readonly DeliveryChanges[]) {
      for (const each of changes) {
        for (const id of each.created) created.add(id);
        for (const id of each.updated) if (!created.has(id)) updated.add(id);
        for (const id of each.removed) if (!created.delete(id)) updated.add(id);
      }
    },
    counts: () => ({ created: created.size, updated: updated.size }),
  };
}

/** What the model, where there is one, makes of uncertain evidence. */
export async function confirmReadings(confirm: ConfirmEvidence, readings: readonly Reading[]): Promise<Reading[]> {
  return Promise.all(
    readings.map(async (reading) => {
      const isCertain = reading.evidence.every(({ confidence }) => confidence >= confirmedBelow);
      return isCertain ? reading : { ...reading, evidence: await confirm(reading.message, reading.evidence) };
    }),
  );
}

class RolledBack extends Error {}

/** Does the same as `saveReadings` for several parts of a scan, and then nothing of it: what would change is exact. */
export function tryReadings(db: WriteDb, parts: readonly (readonly Reading[])[], now: string): DeliveryChanges[] {
  let changes: DeliveryChanges[] = [];
  try {
    db.transaction(() => {
      changes = parts.flatMap((part) => saveReadings(db, part, now));
      throw new RolledBack();
    });
  } catch (thrown) {
    if (!(thrown instanceof RolledBack)) throw thrown;
  }
  return changes;
}

/** It grows with every change of the rules, after which stored mail is looked through again. */
const rulesVersion = 1;

/** Up to which message, by internal id, mail has been looked through after a sync; 0 before the first, or with other rules. */
export function scannedUpTo(db: WriteDb): number {
  const row = db.get<{ last_message: number; rules: number }>(sql`SELECT last_message, rules FROM delivery_scan`);
  return row?.rules === rulesVersion ? row.last_message : 0;
}

/** Stores a part of the scan after sync together with how far it has come, so that a crash costs no more than the part. */
export function saveScannedPart(
  db: WriteDb,
  { readings, unsettled, last }: Pick<DeliveryReadings, 'readings' | 'unsettled'> & { last: number },
  now: string,
): DeliveryChanges[] {
  return db.transaction(() => {
    settle(db, { readings, unsettled });
    db.run(sql`
      INSERT INTO delivery_scan (id, last_message, rules) VALUES (1, ${last}, ${rulesVersion})
      ON CONFLICT (id) DO UPDATE SET last_message = excluded.last_message, rules = excluded.rules`);
    return saveReadings(db, readings, now);
  });
}

/** Remembers which of some messages are to be read again, and forgets the others. */
export function settle(db: WriteDb, { readings, unsettled }: Pick<DeliveryReadings, 'readings' | 'unsettled'>): void {
  const settled = readings.map(({ message }) => message).filter((message) => !unsettled.includes(message));
  forgetUnsettled(db, settled);
  db.run(sql`
    INSERT INTO delivery_unsettled (message) SELECT value FROM json_each(${jsonList(unsettled)}) WHERE true ON CONFLICT DO NOTHING`);
}

/** These messages (internal ids) are not read again. */
export function forgetUnsettled(db: WriteDb, messages: readonly number[]): void {
  db.run(sql`DELETE FROM delivery_unsettled WHERE message IN (SELECT value FROM json_each(${jsonList(messages)}))`);
}

/** Messages to be read again, by internal id. */
export function unsettledMessages(db: WriteDb, limit: number): number[] {
  return db
    .all<{ message: number }>(sql`SELECT message FROM delivery_unsettled ORDER BY message DESC LIMIT ${limit}`)
    .map(({ message }) => message);
}

/** The message at which a range begins: its internal id or its sort key, as the range counts; undefined at the end. */
export function nextMessageAfter(db: WriteDb, range: DeliveryRange): number | undefined {
  if ('messages' in range) return undefined;
  const query =
    range.by === 'id'
      ? sql`SELECT min(id) AS next FROM messages WHERE id > ${range.after}`
      : sql`SELECT min(sort_key) AS next FROM messages WHERE sort_key > ${range.after}`;
  return db.get<{ next: number | null }>(query)?.next ?? undefined;
}

/** The newest stored message, by internal id. */
export function newestMessage(db: WriteDb): number {
  return db.get<{ id: number | null }>(sql`SELECT max(id) AS id FROM messages`)?.id ?? 0;
}
