import { instantOf } from '../../base/clock.ts';
import type { Announcement } from '../../contract/events.ts';
import { unlinkDraft } from '../../mail/draft-links.ts';
import { draftOf, removeDraft } from '../../mail/drafts.ts';
import { removeKept } from '../../mail/kept-files.ts';
import { moveSend, outboxRow, type OutboxRow } from '../../mail/outbox.ts';
import { ProviderError, type Provider } from '../../providers/provider.ts';
import { markAnswered } from './answered.ts';
import { wholeMessage, writtenMessage } from './message-bytes.ts';
import type { SendLoopParts } from './send-loop.ts';
import { sentFolder } from './store.ts';

/** What the folder is called that is made where a server has none for sent mail. */
const usualSentFolder = 'Sent';

type Finishing = Pick<SendLoopParts, 'db' | 'clock' | 'account' | 'open' | 'sending' | 'announce' | 'wantsPass'>;
/** An account that only sends has no line to where its mail lies. */
type Sent = { row: OutboxRow; line: Provider | undefined };

/**
 * What is left to do of a message that somebody has: the answered one is marked, its copy goes to Sent, and last of all its
 * draft goes. A crash between any two of them does no harm, for each is looked for before it is done. Throws ProviderError
 * where the server cannot be talked to now.
 */
export async function finishSend(parts: Finishing, sent: Sent, signal: AbortSignal): Promise<void> {
  const { db, sending } = parts;
  const { id } = sent.row;
  if (sent.row.copy === 'due') {
    noteCopy(parts, id, sent.line ? await markAndCopy(parts, { ...sent, line: sent.line }, signal) : { copy: 'none' });
  }
  const now = outboxRow(db, id);
  if (now?.state === 'sent') endSend(parts, now);
  sending.changed(outboxRow(db, id)!);
}

type Copy = Pick<OutboxRow, 'copy'> & { trouble?: OutboxRow['trouble'] };

async function markAndCopy(
  parts: Finishing,
  { row, line }: { row: OutboxRow; line: Provider },
  signal: AbortSignal,
): Promise<Copy> {
  const { db, account, open, clock, wantsPass } = parts;
  await markAnswered(parts, { row, line }, signal);
  const sender = await open();
  await sender.close();
  if (sender.keepsCopy) {
    wantsPass();
    return { copy: 'none' };
  }
  try {
    const folder = sentFolder(db, account.id) ?? (await makeSentFolder(line, signal));
    const known = await line.findById(folder, row.header_id, signal);
    if (known.length === 0) {
      const mime = await writtenMessage({ db, clock, account, line }, row);
      await line.append(folder, await wholeMessage(db, mime), ['\\Seen'], signal);
    }
    wantsPass();
    return { copy: 'done' };
  } catch (thrown) {
    if (!(thrown instanceof ProviderError) || thrown.reason !== 'refused') throw thrown;
    const message = `It was sent, but the server did not take its copy into the folder for sent mail: ${thrown.message}`;
    return { copy: 'failed', trouble: { code: 'copy_refused', message, retryable: true } };
  }
}

async function makeSentFolder(line: Provider, signal: AbortSignal): Promise<string> {
  return line.editFolder({ do: 'create', path: usualSentFolder, orDone: true }, signal);
}

/** Beside whatever else happens to the row: it may be tried again for some of its recipients. */
function noteCopy({ db }: Pick<Finishing, 'db'>, id: number, copy: Copy): void {
  const row = outboxRow(db, id);
  if (row) moveSend(db, id, row.state, row.state, copy);
}

/** The draft, its version on the server and the bytes that travelled go in one transaction with the end of the send. */
function endSend({ db, clock, announce }: Finishing, row: OutboxRow): void {
  const { id, mime, copy, draft_id, account_id } = row;
  const draft = row.draft === null ? undefined : draftOf(db, row.draft);
  const isKept = copy === 'failed';
  db.transaction(() => {
    if (!moveSend(db, id, 'sent', 'sent', { ended_at: instantOf(clock.now()), ...(!isKept && { mime: null }) })) return;
    if (mime !== null && !isKept) removeKept(db, mime);
    if (!draft) return;
    unlinkDraft(db, draft);
    removeDraft(db, draft.id);
  });
  const gone: Announcement = { event: 'DraftsUpdated', account_id, draft_ids: [draft_id] };
  if (draft) announce(gone);
}
