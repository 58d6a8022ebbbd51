import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type WriteDb } from '../store/db.ts';
import { redactEntries } from './activity-removal.ts';

/** Rows of the log that are looked at before requests have their turn. */
const lookedAtOnce = 2_000;

type Numbered = { id: number };

/**
 * Takes out of `activity.db` what its logs tell of an account's mail: envelopes in events, subjects in entries. That
 * something happened stays.
 */
export async function removeTraces(activity: WriteDb, account_id: string, signal: AbortSignal): Promise<void> {
  for (let from = 0, last = lastOf(activity, 'events'); from <= last && !signal.aborted; from += lookedAtOnce) {
    activity.run(sql`
      UPDATE events SET payload = json_set(payload, '$.envelopes', json('[]'))
      WHERE seq > ${from} AND seq <= ${from + lookedAtOnce} AND account_id = ${account_id} AND kind = 'NewMessages'`);
    await nextTurn();
  }
  for (let from = 0, last = lastOf(activity, 'activity'); from <= last && !signal.aborted; from += lookedAtOnce) {
    const told = activity.all<Numbered>(sql`
      SELECT id FROM activity WHERE id > ${from} AND id <= ${from + lookedAtOnce} AND redacted = 0
        AND json_extract(context, '$.subject') IS NOT NULL
        AND EXISTS (SELECT 1 FROM json_each(accounts) WHERE value = ${account_id})`);
    await redactEntries(
      activity,
      told.map(({ id }) => id),
    );
    await nextTurn();
  }
}

function lastOf(activity: WriteDb, table: 'events' | 'activity'): number {
  const counted =
    table === 'events'
      ? sql`SELECT coalesce(max(seq), 0) AS id FROM events`
      : sql`SELECT coalesce(max(id), 0) AS id FROM activity`;
  return activity.get<Numbered>(counted)?.id ?? 0;
}
