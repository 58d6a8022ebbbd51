import { instantOf } from '../../base/clock.ts';
import { labelMap } from '../../mail/labels.ts';
import { settleSend } from '../../mail/outbox-doubts.ts';
import { outboxRow, type OutboxRow } from '../../mail/outbox.ts';
import type { Provider } from '../../providers/provider.ts';
import type { AttemptParts } from './attempt.ts';
import { sentFolder } from './store.ts';

/**
 * Looks on the server for a message in doubt, where a copy of it lies if it was taken: in Sent, and where all mail is. What
 * is not found there may have been taken all the same. Throws ProviderError.
 */
export async function searchForDoubted(
  { db, clock, account, onTried }: Pick<AttemptParts, 'db' | 'clock' | 'account' | 'onTried'>,
  { row, line }: { row: OutboxRow; line: Provider },
  signal: AbortSignal,
): Promise<void> {
  const { everything, byId } = labelMap(db, account.id);
  const all = everything === undefined ? undefined : byId.get(everything)?.provider_id;
  for (const folder of [sentFolder(db, account.id), all]) {
    if (folder === undefined) continue;
    const found = await line.findById(folder, row.header_id, signal);
    if (found.length === 0) continue;
    if (settleSend(db, row, { at: instantOf(clock.now()), copy: 'done' })) onTried(outboxRow(db, row.id)!);
    return;
  }
}
