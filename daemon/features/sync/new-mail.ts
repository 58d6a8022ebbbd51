import type { SyncRecord } from '../../mail/accounts/sync-status.ts';
import type { Arrival, ChangeBatch } from '../../providers/provider.ts';

/** Server clocks may be wrong, and some mail is delivered late. */
const toleranceMs = 2 * 24 * 60 * 60_000;

/**
 * Decides which mail is announced as new. Old mail that appears in a folder, because another program put it there or the
 * UIDVALIDITY changed, is not new; mail that arrived while a folder could not be read is.
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
