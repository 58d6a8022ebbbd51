import { rmSync, createReadStream } from 'node:fs';
import { createHash } from 'node:crypto';
import { Failure } from '../../base/failure.ts';
import type { Account } from '../../mail/accounts.ts';
import { cacheKey, type StoredAttachment } from '../../mail/attachments.ts';
import type { CachedFile, FileCache } from '../../mail/file-cache.ts';
import { labelById } from '../../mail/labels.ts';
import { decodedPieces } from '../../mail/mime/transfer-stream.ts';
import { placementsOf } from '../../mail/placements.ts';
import { sliced } from '../../mail/source-pieces.ts';
import { ProviderError, type Gap, type Provider, type Ref } from '../../providers/provider.ts';
import type { ReadDb } from '../../store/db.ts';
import { fetchTeller, type TellParts } from './fetch-teller.ts';

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
 * `fetch_failed`, `wrong_content`.
 */
export async function fetchedAttachment(
  parts: FetchParts,
  db: ReadDb,
  left: Left,
): Promise<{ path: string; size: number }> {
  const kept = await keep(parts, db, left);
  const first = await measured(kept, left.attachment);
  if (first.hash === kept.hash) return { path: kept.path, size: first.size };
  // The disk has it otherwise than it came.
  rmSync(kept.path, { force: true });
  const again = await keep(parts, db, left);
  return { path: again.path, size: (await measured(again, left.attachment)).size };
}

/** As long as bytes come, a line that is lost is no reason to give up. */
async function keep(parts: FetchParts, db: ReadDb, left: Left): Promise<CachedFile> {
  const { message, attachment, gap } = left;
  const keeping = {
    mime_type: attachment.mime_type,
    most: gap.length + 1,
    expected: { size: gap.length },
    canResume: true,
  };
  const key = cacheKey(message.message_id, attachment.start);
  const found = parts.cache.find(key);
  if (found) return found;
  const { account_id } = message.account;
  const telling = fetchTeller(parts, { account_id, filename: attachment.filename, bytes: gap.length });
  for (;;) {
    let came = 0;
    const content = (start: number) =>
      counted(fromServer(parts, db, left, start), (bytes) => telling.at(start + (came += bytes)));
    try {
      const kept = await parts.cache.keep(key, keeping, content);
      telling.end();
      return kept;
    } catch (failed) {
      if (isLineLost(failed) && came > 0) continue;
      const failure = failureOf(failed, message.account);
      telling.fail(failure);
      throw failure;
    }
  }
}

async function measured({ path }: CachedFile, { encoding }: StoredAttachment): Promise<{ hash: string; size: number }> {
  const hash = createHash('sha256');
  const bytes = counted(createReadStream(path), (_bytes, piece) => void hash.update(piece));
  let size = 0;
  for await (const piece of decodedPieces(bytes, encoding)) size += piece.length;
  return { hash: hash.digest('hex'), size };
}

async function* counted(
  pieces: AsyncIterable<Uint8Array>,
  on: (bytes: number, piece: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    on(piece.length, piece);
    yield piece;
  }
}

/** The bytes from `start` on, of whichever place of the message the server knows. */
async function* fromServer(
  { providerOf, wake }: FetchParts,
  db: ReadDb,
  { message, gap }: Left,
  start: number,
): AsyncGenerator<Uint8Array> {
  const provider = providerOf(message.account);
  if (!provider) throw new ProviderError('offline', 'There is no connection to the mail server.');
  // One byte more than there may be shows that it is another part.
  const most = { start: 0, end: gap.length + 1 - start };
  for (const ref of refsOf(db, message.id)) {
    const part = await unlessRefused(provider.part(ref, gap.part, new AbortController().signal, start));
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
