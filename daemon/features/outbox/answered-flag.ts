import { draftById, type DraftIntent } from '../../mail/drafts/drafts.ts';
import type { OutboxRow } from '../../mail/outbox/outbox.ts';
import type { Operation, Provider } from '../../providers/provider.ts';
import type { WriteDb } from '../../store/db.ts';
import { serverPlacements } from './store.ts';

/** The flag or keyword for an answered or forwarded message (RFC 9051, section 2.3.2). */
const flagByIntent: Partial<Record<DraftIntent, string>> = {
  reply: '\\Answered',
  reply_all: '\\Answered',
  forward: '$Forwarded',
};

/**
 * Sets the flag on the server for an answered or forwarded message; the next pass reads it. A refusal is ignored. Throws
 * ProviderError.
 */
export async function flagAnswered(
  { db }: { db: WriteDb },
  { row, provider }: { row: OutboxRow; provider: Provider },
  signal: AbortSignal,
): Promise<void> {
  const draft = row.draft === null ? undefined : draftById(db, row.draft);
  const flag = draft && flagByIntent[draft.intent];
  if (!draft || draft.source === null || draft.account === null || flag === undefined) return;
  const operations = serverPlacements(db, draft.source, draft.account)
    .filter(({ flags }) => !flags.some((each) => each.toLowerCase() === flag.toLowerCase()))
    .map(({ flags: _had, ...ref }): Operation => ({ do: 'flags', ref, add: [flag], remove: [] }));
  if (operations.length > 0) await provider.apply(operations, signal);
}
