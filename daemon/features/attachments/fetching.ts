import { rmSync, createReadStream } from 'node:fs';
import { createHash, type Hash } from 'node:crypto';
import { Failure } from '../../base/failure.ts';
import type { Account } from '../../mail/accounts.ts';
import { cacheKey, type StoredAttachment } from '../../mail/attachments.ts';
import type { CachedFile, FileCache, Keeping } from '../../mail/file-cache.ts';
import { labelById } from '../../mail/labels.ts';
import { decodedPieces } from '../../mail/mime/transfer-stream.ts';
import { placementsOf } from '../../mail/placements.ts';
import { sliced } from '../../mail/source-pieces.ts';
import { ProviderError, type Gap, type Provider, type Ref } from '../../providers/provider.ts';
import type { ReadDb } from '../../store/db.ts';
import { fetchTeller, type FileTeller, type TellParts } from './file-teller.ts';

export type FetchParts = TellParts & {
  cache: FileCache;
  /** The connection to an account's server, where there is one. */
  providerOf: (account: Account) => Provider | undefined;
  /** Asks an account for a pass. */
  wake: (account_id: string) => void;
};

export type Left = {
  message: { id: number; message_id: string; account: Account };
  attachment: StoredAttachment;
  gap: Gap;
};

/**
 * An attachment that was left on the server, as it travels: from the cache, or fetched into it, going on where an earlier
 * attempt stopped. `size` is that of the decoded bytes. Throws Failure `server_unreachable`, `gone_from_server`,
 * `fetch_failed`, `wrong_content`, and the reason of `signal`; what is fetched for nobody else then ends.
 */
export async function fetchedAttachment(
  parts: FetchParts,
  db: ReadDb,
  left: Left,
  signal?: AbortSignal,
): Promise<{ path: string; size: number }> {
  const kept = await keep(parts, db, left, signal);
  const first = await measured(kept, left.attachment, signal);
  if (first.hash === kept.hash) return { path: kept.path, size: first.size };
  // The disk has it otherwise than it came.
  rmSync(kept.path, { force: true });
  const again = await keep(parts, db, left, signal);
  return { path: again.path, size: (await measured(again, left.attachment, signal)).size };
}

async function keep(parts: FetchParts, db: ReadDb, left: Left, signal: AbortSignal | undefined): Promise<CachedFile> {
  const { message, attachment, gap } = left;
  const { account_id } = message.account;
  const { attachment_id, filename } = attachment;
  const telling = fetchTeller(parts, { account_id, attachment_id, filename, bytes: gap.length });
  const keeping: Keeping = {
    mime_type: attachment.mime_type,
    most: gap.length + 1,
    expected: { size: gap.length },
    canResume: true,
    onEnd(end) {
      if (end === 'kept') telling.end();
      else if (end === 'unwanted') telling.cancel();
      else telling.fail(failureOf(end.failed, message.account));
    },
  };
  const content = (start: number, wanted: AbortSignal) => asItComes(parts, db, left, { start, telling, wanted });
  try {
    return await parts.cache.keep(cacheKey(message.message_id, attachment.start), keeping, content, signal);
  } catch (failed) {
    throw failureOf(failed, message.account);
  }
}

type Coming = { start: number; telling: FileTeller; wanted: AbortSignal };

/** As long as bytes come, a line that is lost is no reason to give up. */
async function* asItComes(
  parts: FetchParts,
  db: ReadDb,
  left: Left,
  { start, telling, wanted }: Coming,
): AsyncGenerator<Uint8Array> {
  let at = start;
  for (;;) {
    const from = at;
    try {
      for await (const piece of fromServer(parts, db, left, from, wanted)) {
        telling.at((at += piece.length));
        yield piece;
      }
      return;
    } catch (failed) {
      if (wanted.aborted || !isLineLost(failed) || at === from) throw failed;
    }
  }
}

async function measured(
  { path }: CachedFile,
  { encoding }: StoredAttachment,
  signal: AbortSignal | undefined,
): Promise<{ hash: string; size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of decodedPieces(hashed(createReadStream(path), hash), encoding)) {
    signal?.throwIfAborted();
    size += piece.length;
  }
  return { hash: hash.digest('hex'), size };
}

async function* hashed(pieces: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

/** The bytes from `start` on, of whichever place of the message the server knows. */
async function* fromServer(
  { providerOf, wake }: FetchParts,
  db: ReadDb,
  { message, gap }: Left,
  start: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const provider = providerOf(message.account);
  if (!provider) throw new ProviderError('offline', 'There is no connection to the mail server.');
  // One byte more than there may be shows that it is another part.
  const most = { start: 0, end: gap.length + 1 - start };
  for (const ref of refsOf(db, message.id)) {
    const part = await unlessRefused(provider.part(ref, gap.part, signal, start));
    if (!part) continue;
    yield* sliced(part, most);
    return;
  }
  wake(message.account.account_id);
  const sentence =
    'This attachment does not lie where it was on the mail server. Posthorn is looking where it has gone; try again in a moment.';
  throw new Failure('unavailable', 'gone_from_server', sentence, { retryable: true });
}

function refsOf(db: ReadDb, message: number): Ref[] {
  return placementsOf(db, message).flatMap(({ label, uidvalidity, uid }) => {
    const folder = labelById(db, label)?.provider_id;
    return folder === undefined ? [] : [{ folder, uidvalidity, uid }];
  });
}

/** Undefined where the server does not have it there, or does not hand it out. */
async function unlessRefused<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (failed) {
    if (failed instanceof ProviderError && failed.reason === 'refused') return undefined;
    throw failed;
  }
}

function isLineLost(failed: unknown): boolean {
  return failed instanceof ProviderError && (failed.reason === 'offline' || failed.reason === 'busy');
}

function failureOf(failed: unknown, { name }: Account): unknown {
  if (!(failed instanceof ProviderError)) return failed;
  const { reason, message } = failed;
  if (reason === 'refused' || reason === 'protocol') {
    const sentence = `The mail server of ${name} did not hand out this attachment: ${message}`;
    return new Failure('provider', 'fetch_failed', sentence, { cause: failed, retryable: reason === 'protocol' });
  }
  const sentence = `This attachment is left on the mail server of ${name}, which cannot be asked for it now. ${message}`;
  const retryable = reason === 'offline' || reason === 'busy';
  return new Failure('unavailable', 'server_unreachable', sentence, { cause: failed, retryable });
}
