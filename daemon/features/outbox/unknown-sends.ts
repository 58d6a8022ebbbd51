import { instantOf } from '../../base/clock.ts';
import { labelMap } from '../../mail/labels/labels.ts';
import { resolveUnknownSend } from '../../mail/outbox/unknown-sends.ts';
import { outboxRow, type OutboxRow } from '../../mail/outbox/outbox.ts';
import type { Provider } from '../../providers/provider.ts';
import { sentFolder } from './store.ts';
import type { AttemptDeps } from './send-loop-deps.ts';

/**
 * Searches the server for a message with an unknown result, in the folders that have a copy if it was accepted: Sent, and
 * the folder of all mail. A message that is not found may still have been accepted. Throws ProviderError.
 */
export async function searchForUnknownSend(
  { db, clock, account, onAttempted }: Pick<AttemptDeps, 'db' | 'clock' | 'account' | 'onAttempted'>,
  { row, provider }: { row: OutboxRow; provider: Provider },
  signal: AbortSignal,
): Promise<void> {
  const { serverAllMail, byId } = labelMap(db, account.id);
  const all = serverAllMail === undefined ? undefined : byId.get(serverAllMail)?.provider_id;
  for (const folder of [sentFolder(db, account.id), all]) {
    if (folder === undefined) continue;
    const found = await provider.findById(folder, row.header_id, signal);
    if (found.length === 0) continue;
    if (resolveUnknownSend(db, row, { at: instantOf(clock.now()), copy: 'done' })) onAttempted(outboxRow(db, row.id)!);
    return;
  }
}
