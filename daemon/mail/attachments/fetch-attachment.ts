import { rmSync, createReadStream } from 'node:fs';
import { createHash, type Hash } from 'node:crypto';
import { Failure } from '../../base/failure.ts';
import type { Account } from '../accounts/accounts.ts';
import { attachmentCacheKey, type StoredAttachment } from './attachments.ts';
import type { CachedFile, FileCache, CacheFetchOptions } from './file-cache.ts';
import { labelById } from '../labels/labels.ts';
import { decodeTransferStream } from '../mime/transfer/decode-stream.ts';
import { placementsOf } from '../messages/placements.ts';
import { sliceStream } from '../sources/source-pieces.ts';
import { ProviderError, type MissingRange, type Provider, type MessageRef } from '../../providers/provider.ts';
import type { ReadDb } from '../../store/db.ts';
import { fetchProgress, type TransferProgress, type ProgressDeps } from './transfer-progress.ts';

export type AttachmentFetchDeps = ProgressDeps & {
  cache: FileCache;
  /** The connection to an account's server, if there is one. */
  providerOf: (account: Account) => Provider | undefined;
  /** Starts a sync pass of an account. */
  wake: (account_id: string) => void;
};

type RemoteAttachment = {
  message: { id: number; message_id: string; account: Account };
  attachment: StoredAttachment;
  missingRange: MissingRange;
};

/**
 * An attachment that was left on the server, in its transfer encoding: from the cache, or fetched into it, resuming an
 * earlier attempt. `size` is that of the decoded bytes. Throws Failure `server_unreachable`, `gone_from_server`,
 * `fetch_failed`, `wrong_content`, and the reason of `signal`; the fetch ends when no other caller waits for it.
 */
export async function fetchAttachment(
  deps: AttachmentFetchDeps,
  db: ReadDb,
  remote: RemoteAttachment,
  signal?: AbortSignal,
): Promise<{ path: string; size: number }> {
  const cached = await cacheAttachment(deps, db, remote, signal);
  const first = await measureDecoded(cached, remote.attachment, signal);
  if (first.hash === cached.hash) return { path: cached.path, size: first.size };
  // The cached file is damaged.
  rmSync(cached.path, { force: true });
  const refetched = await cacheAttachment(deps, db, remote, signal);
  return { path: refetched.path, size: (await measureDecoded(refetched, remote.attachment, signal)).size };
}

async function cacheAttachment(
  deps: AttachmentFetchDeps,
  db: ReadDb,
  remote: RemoteAttachment,
  signal: AbortSignal | undefined,
): Promise<CachedFile> {
  const { message, attachment, missingRange } = remote;
  const { account_id } = message.account;
  const { attachment_id, filename } = attachment;
  const progress = fetchProgress(deps, { account_id, attachment_id, filename, bytes: missingRange.length });
  const options: CacheFetchOptions = {
    mime_type: attachment.mime_type,
    maxBytes: missingRange.length + 1,
    expected: { size: missingRange.length },
    canResume: true,
    onEnd(end) {
      if (end === 'kept') progress.complete();
      else if (end === 'unwanted') progress.cancel();
      else progress.fail(failureOf(end.failed, message.account));
    },
  };
  const content = (start: number, signal: AbortSignal) => fetchResuming(deps, db, remote, { start, progress, signal });
  try {
    return await deps.cache.getOrFetch(
      attachmentCacheKey(message.message_id, attachment.start),
      options,
      content,
      signal,
    );
  } catch (failed) {
    throw failureOf(failed, message.account);
  }
}

type TransferContext = { start: number; progress: TransferProgress; signal: AbortSignal };

/** Retries after a lost connection as long as bytes arrive. */
async function* fetchResuming(
  deps: AttachmentFetchDeps,
  db: ReadDb,
  remote: RemoteAttachment,
  { start, progress, signal }: TransferContext,
): AsyncGenerator<Uint8Array> {
  let at = start;
  for (;;) {
    const from = at;
    try {
      for await (const piece of fetchFrom(deps, db, remote, from, signal)) {
        progress.update((at += piece.length));
        yield piece;
      }
      return;
    } catch (failed) {
      if (signal.aborted || !isConnectionLost(failed) || at === from) throw failed;
    }
  }
}

async function measureDecoded(
  { path }: CachedFile,
  { encoding }: StoredAttachment,
  signal: AbortSignal | undefined,
): Promise<{ hash: string; size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of decodeTransferStream(withHash(createReadStream(path), hash), encoding)) {
    signal?.throwIfAborted();
    size += piece.length;
  }
  return { hash: hash.digest('hex'), size };
}

async function* withHash(pieces: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

/** The bytes from `start` on, from any placement of the message that the server still has. */
async function* fetchFrom(
  { providerOf, wake }: AttachmentFetchDeps,
  db: ReadDb,
  { message, missingRange }: RemoteAttachment,
  start: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const provider = providerOf(message.account);
  if (!provider) throw new ProviderError('offline', 'There is no connection to the mail server.');
  // One byte more than expected reveals that the server sends another part.
  const most = { start: 0, end: missingRange.length + 1 - start };
  for (const ref of providerRefsOf(db, message.id)) {
    const part = await undefinedIfRefused(provider.part(ref, missingRange.part, signal, start));
    if (!part) continue;
    yield* sliceStream(part, most);
    return;
  }
  wake(message.account.account_id);
  const sentence =
    'This attachment is no longer where it was on the mail server. Posthorn is looking for it. Try again in a moment.';
  throw new Failure('unavailable', 'gone_from_server', sentence, { retryable: true });
}

function providerRefsOf(db: ReadDb, message: number): MessageRef[] {
  return placementsOf(db, message).flatMap(({ label, uidvalidity, uid }) => {
    const folder = labelById(db, label)?.provider_id;
    return folder === undefined ? [] : [{ folder, uidvalidity, uid }];
  });
}

/** Undefined if the server does not have the message there, or refuses to send it. */
async function undefinedIfRefused<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (failed) {
    if (failed instanceof ProviderError && failed.reason === 'refused') return undefined;
    throw failed;
  }
}

function isConnectionLost(failed: unknown): boolean {
  return failed instanceof ProviderError && (failed.reason === 'offline' || failed.reason === 'busy');
}

function failureOf(failed: unknown, { name }: Account): unknown {
  if (!(failed instanceof ProviderError)) return failed;
  const { reason, message } = failed;
  if (reason === 'refused' || reason === 'protocol') {
    const sentence = `The mail server of ${name} didn’t send this attachment: ${message}`;
    return new Failure('provider', 'fetch_failed', sentence, { cause: failed, retryable: reason === 'protocol' });
  }
  const sentence = `This attachment is still on the mail server of ${name}, which can’t be reached now. ${message}`;
  const retryable = reason === 'offline' || reason === 'busy';
  return new Failure('unavailable', 'server_unreachable', sentence, { cause: failed, retryable });
}
