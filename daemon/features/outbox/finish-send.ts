import { instantOf } from '../../base/clock.ts';
import type { Announcement } from '../../contract/events.ts';
import { unlinkDraft } from '../../mail/drafts/server-links.ts';
import { draftById, removeDraft } from '../../mail/drafts/drafts.ts';
import { removeDraftBlob } from '../../mail/drafts/blobs.ts';
import { transitionSend, outboxRow, type OutboxRow } from '../../mail/outbox/outbox.ts';
import { ProviderError, type Provider } from '../../providers/provider.ts';
import { flagAnswered } from './answered-flag.ts';
import { readWholeMessage, ensureMessageBytes } from './message-bytes.ts';
import { sentFolder } from './store.ts';
import type { SendLoopDeps } from './send-loop-deps.ts';

/** The name of the folder to create if a server has none for sent mail. */
const defaultSentFolder = 'Sent';

type FinishSendDeps = Pick<SendLoopDeps, 'db' | 'clock' | 'account' | 'open' | 'sending' | 'announce' | 'requestSync'>;
/** `provider` is undefined for an account that only sends. */
type SentMessage = { row: OutboxRow; provider: Provider | undefined };

/**
 * The remaining steps after a message is sent: the answered message is flagged, the copy is stored in Sent, and finally the
 * draft is deleted. A crash between the steps is harmless, because each step first checks whether it is done. Throws
 * ProviderError if the server is unreachable.
 */
export async function finishSend(deps: FinishSendDeps, sent: SentMessage, signal: AbortSignal): Promise<void> {
  const { db, sending } = deps;
  const { id } = sent.row;
  if (sent.row.copy === 'due') {
    noteCopy(
      deps,
      id,
      sent.provider ? await flagAndCopy(deps, { ...sent, provider: sent.provider }, signal) : { copy: 'none' },
    );
  }
  const now = outboxRow(db, id);
  if (now?.state === 'sent') endSend(deps, now);
  sending.announceChange(outboxRow(db, id)!);
}

type CopyResult = Pick<OutboxRow, 'copy'> & { trouble?: OutboxRow['trouble'] };

async function flagAndCopy(
  deps: FinishSendDeps,
  { row, provider }: { row: OutboxRow; provider: Provider },
  signal: AbortSignal,
): Promise<CopyResult> {
  const { db, account, open, clock, requestSync } = deps;
  await flagAnswered(deps, { row, provider }, signal);
  const sender = await open();
  await sender.close();
  if (sender.savesSentCopy) {
    requestSync();
    return { copy: 'none' };
  }
  try {
    const folder = sentFolder(db, account.id) ?? (await makeSentFolder(provider, signal));
    const known = await provider.findById(folder, row.header_id, signal);
    if (known.length === 0) {
      const mime = await ensureMessageBytes({ db, clock, account, provider }, row);
      await provider.append(folder, await readWholeMessage(db, mime), ['\\Seen'], signal);
    }
    requestSync();
    return { copy: 'done' };
  } catch (thrown) {
    if (!(thrown instanceof ProviderError) || thrown.reason !== 'refused') throw thrown;
    const message = `It was sent, but the server didn’t store the copy in Sent: ${thrown.message}`;
    return { copy: 'failed', trouble: { code: 'copy_refused', message, retryable: true } };
  }
}

async function makeSentFolder(provider: Provider, signal: AbortSignal): Promise<string> {
  return provider.editFolder({ do: 'create', path: defaultSentFolder, isIdempotent: true }, signal);
}

/** Independent of the rest of the row: the send may be retried for some of its recipients. */
function noteCopy({ db }: Pick<FinishSendDeps, 'db'>, id: number, copy: CopyResult): void {
  const row = outboxRow(db, id);
  if (row) transitionSend(db, id, row.state, row.state, copy);
}

/** The draft, its version on the server and the message bytes are deleted in one transaction with the end of the send. */
function endSend({ db, clock, announce }: FinishSendDeps, row: OutboxRow): void {
  const { id, mime, copy, draft_id, account_id } = row;
  const draft = row.draft === null ? undefined : draftById(db, row.draft);
  const keepsBytes = copy === 'failed';
  db.transaction(() => {
    if (
      !transitionSend(db, id, 'sent', 'sent', { ended_at: instantOf(clock.now()), ...(!keepsBytes && { mime: null }) })
    )
      return;
    if (mime !== null && !keepsBytes) removeDraftBlob(db, mime);
    if (!draft) return;
    unlinkDraft(db, draft);
    removeDraft(db, draft.id);
  });
  const event: Announcement = { event: 'DraftsUpdated', account_id, draft_ids: [draft_id] };
  if (draft) announce(event);
}
