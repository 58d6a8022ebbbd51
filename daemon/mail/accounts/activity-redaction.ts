import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type WriteDb } from '../../store/db.ts';
import { redactEntries } from '../activity/removal.ts';

/** Log rows that are processed before pending requests run. */
const rowsPerStep = 2_000;

type IdRow = { id: number };

/**
 * Removes the data about an account's mail from the logs in `activity.db`: envelopes in events, subjects in entries.
 * The entries themselves are kept.
 */
export async function redactAccountActivity(activity: WriteDb, account_id: string, signal: AbortSignal): Promise<void> {
  for (
    let afterId = 0, lastId = maxId(activity, 'events');
    afterId <= lastId && !signal.aborted;
    afterId += rowsPerStep
  ) {
    activity.run(sql`
      UPDATE events SET payload = json_set(payload, '$.envelopes', json('[]'))
      WHERE seq > ${afterId} AND seq <= ${afterId + rowsPerStep} AND account_id = ${account_id} AND kind = 'NewMessages'`);
    await nextTurn();
  }
  for (
    let afterId = 0, lastId = maxId(activity, 'activity');
    afterId <= lastId && !signal.aborted;
    afterId += rowsPerStep
  ) {
    const withSubject = activity.all<IdRow>(sql`
      SELECT id FROM activity WHERE id > ${afterId} AND id <= ${afterId + rowsPerStep} AND redacted = 0
        AND json_extract(context, '$.subject') IS NOT NULL
        AND EXISTS (SELECT 1 FROM json_each(accounts) WHERE value = ${account_id})`);
    await redactEntries(
      activity,
      withSubject.map(({ id }) => id),
    );
    await nextTurn();
  }
}

function maxId(activity: WriteDb, table: 'events' | 'activity'): number {
  const query =
    table === 'events'
      ? sql`SELECT coalesce(max(seq), 0) AS id FROM events`
      : sql`SELECT coalesce(max(id), 0) AS id FROM activity`;
  return activity.get<IdRow>(query)?.id ?? 0;
}
