import type { SyncRecord } from '../../mail/accounts/sync-status.ts';
import type { Arrival, ChangeBatch } from '../../providers/provider.ts';

/** Clocks of servers go wrong, and some mail lies about for a while before it is taken in. */
const toleranceMs = 2 * 24 * 60 * 60_000;

/**
 * Says of which mail people are told. Old mail that turns up in a folder, because another program put it there or the
 * folder was numbered anew, is no news; mail that came while a folder could not be read is.
 */
export function newMailFilter(
  { backfill }: Pick<ChangeBatch, 'backfill'>,
  record: Pick<SyncRecord, 'last_success_at'> | undefined,
): (arrival: Pick<Arrival, 'received'>) => boolean {
  if (!record?.last_success_at) return () => !backfill;
  const synced = Date.parse(record.last_success_at);
  const since = backfill ? synced : synced - toleranceMs;
  return ({ received }) => received.getTime() > since;
}
