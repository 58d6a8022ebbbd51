import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { sql, type WriteDb } from '../../store/db.ts';

/** A file that can be fetched again: `path` holds its `size` bytes, and `hash` is their SHA-256 in hex. */
export type CachedFile = { path: string; size: number; mime_type: string; hash: string };

export type FileCacheDeps = {
  db: WriteDb;
  clock: Clock;
  /** The folder; it may be emptied at any time and is then filled again. */
  dir: () => string;
  /** The maximum size of the cache in bytes, not counting the file that was stored last. */
  maxBytes: number;
};

export type CacheFetchOptions = {
  mime_type: string;
  /** Content with more bytes than this is refused. */
  maxBytes: number;
  /** The expected size and hash of the content; other content is an error and is not stored. */
  expected?: { size?: number; hash?: string };
  /** Whether `content` can start at an offset, so that an interrupted fetch can resume. */
  canResume?: boolean;
  /** Called once for the fetch that this call started, and not for a fetch it only waited for. */
  onEnd?: (end: 'kept' | 'unwanted' | { failed: unknown }) => void;
};

/** Returns the content from a byte offset; `signal` aborts when no caller waits for it any more. */
export type ContentReader = (
  start: number,
  signal: AbortSignal,
) => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;

export type FileCache = ReturnType<typeof openFileCache>;

/**
 * The bounded cache of files from servers: attachments that were left there, remote images. Callers that request the
 * same key at the same time share one fetch, which is aborted when the last caller stops waiting. The least recently
 * used files are evicted first.
 */
export function openFileCache(deps: FileCacheDeps) {
  const { db, clock } = deps;
  const pending = new Map<string, PendingFetch>();

  function find(key: string): CachedFile | undefined {
    const row = db.get<CachedFileRow>(sql`SELECT file, size, mime_type, hash FROM cached_files WHERE key = ${key}`);
    if (!row) return undefined;
    const { file, ...found } = row;
    const path = join(deps.dir(), file);
    if (sizeAt(path) !== row.size) return undefined;
    db.run(sql`UPDATE cached_files SET used_at = ${clock.now().getTime()} WHERE key = ${key}`);
    return { path, ...found };
  }

  function startFetch(key: string, options: CacheFetchOptions, content: ContentReader): PendingFetch {
    const controller = new AbortController();
    const file = runFetch(key, options, { content, signal: controller.signal });
    const started = { file, controller, waiterCount: 0 };
    pending.set(key, started);
    return started;
  }

  async function runFetch(key: string, options: CacheFetchOptions, source: ContentSource): Promise<CachedFile> {
    try {
      const file = await fetchInto(deps, key, options, source);
      options.onEnd?.('kept');
      return file;
    } catch (failed) {
      options.onEnd?.(source.signal.aborted ? 'unwanted' : { failed });
      throw failed;
    } finally {
      pending.delete(key);
    }
  }

  return {
    /** The file stored under `key`, if it is still complete. */
    find,
    /**
     * The file under `key`, fetched if it is missing. Throws Failure `too_large`, `wrong_content`, any error of
     * `content`, and the reason of `signal`, which belongs to this caller only. If the fetch can resume, the bytes
     * received so far are kept for the next attempt.
     */
    async getOrFetch(
      key: string,
      options: CacheFetchOptions,
      content: ContentReader,
      signal?: AbortSignal,
    ): Promise<CachedFile> {
      for (;;) {
        signal?.throwIfAborted();
        const found = find(key);
        if (found) return found;
        const current = pending.get(key) ?? startFetch(key, options, content);
        if (!current.controller.signal.aborted) return waitFor(current, signal);
        // The current fetch is being aborted because no caller waited for it; a new fetch resumes where it stopped.
        await current.file.catch(() => undefined);
      }
    },
  };
}

/** A running fetch, the number of callers that wait for it, and the controller that aborts it. */
type PendingFetch = { file: Promise<CachedFile>; controller: AbortController; waiterCount: number };

/** Waits until a fetch ends or `signal` aborts; the last caller that stops waiting aborts the fetch. */
async function waitFor(pending: PendingFetch, signal: AbortSignal | undefined): Promise<CachedFile> {
  pending.waiterCount++;
  if (!signal) return pending.file;
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => {
    if (--pending.waiterCount === 0) pending.controller.abort(signal.reason);
    aborted.reject(signal.reason);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([pending.file, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

type ContentSource = { content: ContentReader; signal: AbortSignal };

type CachedFileRow = Omit<CachedFile, 'path'> & { file: string };

async function fetchInto(
  deps: FileCacheDeps,
  key: string,
  options: CacheFetchOptions,
  source: ContentSource,
): Promise<CachedFile> {
  const name = createHash('sha256').update(key).digest('hex');
  const file = join(name.slice(0, 2), name);
  const path = join(deps.dir(), file);
  const partial = `${path}.part`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (!options.canResume) rmSync(partial, { force: true });
  const size = await appendContent(partial, options, source);
  const hash = await hashOf(partial, source.signal);
  const { expected = {} } = options;
  if ((expected.size ?? size) !== size || (expected.hash ?? hash) !== hash) {
    rmSync(partial, { force: true });
    const sentence = `The file isn’t the size that was announced (${size} bytes). Try again.`;
    throw new Failure('provider', 'wrong_content', sentence, { retryable: true });
  }
  renameSync(partial, path);
  saveCachedFile(deps, { key, file, size, hash, mime_type: options.mime_type });
  evict(deps, key);
  return { path, size, hash, mime_type: options.mime_type };
}

/** Appends the content after the bytes that `partial` already has. Returns the total size. */
async function appendContent(
  partial: string,
  { maxBytes, canResume }: CacheFetchOptions,
  { content, signal }: ContentSource,
): Promise<number> {
  let size = sizeAt(partial) ?? 0;
  const file = await open(partial, 'a', 0o600);
  try {
    for await (const piece of await content(size, signal)) {
      signal.throwIfAborted();
      size += piece.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      await file.writeFile(piece);
    }
  } catch (failed) {
    if (!canResume || (failed instanceof Failure && failed.code === 'too_large')) rmSync(partial, { force: true });
    throw failed;
  } finally {
    await file.close();
  }
  return size;
}

function tooLarge(maxBytes: number): Failure {
  const sentence = `It is larger than ${Math.round(maxBytes / 1_000_000)} MB, which is the most Posthorn downloads.`;
  return new Failure('limited', 'too_large', sentence);
}

async function hashOf(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path, { signal })) hash.update(piece as Buffer);
  return hash.digest('hex');
}

function sizeAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}

function saveCachedFile(
  { db, clock }: FileCacheDeps,
  { key, file, mime_type, size, hash }: CachedFileRow & { key: string },
): void {
  db.run(sql`
    INSERT OR REPLACE INTO cached_files (key, file, mime_type, size, hash, used_at)
    VALUES (${key}, ${file}, ${mime_type}, ${size}, ${hash}, ${clock.now().getTime()})`);
}

/** Removes the least recently used files until the rest fits. */
function evict({ db, dir, maxBytes }: FileCacheDeps, keptKey: string): void {
  let usedBytes = db.get<{ sum: number }>(sql`SELECT coalesce(sum(size), 0) AS sum FROM cached_files`)?.sum ?? 0;
  if (usedBytes <= maxBytes) return;
  const oldest = db.all<{ key: string; file: string; size: number }>(
    sql`SELECT key, file, size FROM cached_files WHERE key <> ${keptKey} ORDER BY used_at`,
  );
  for (const { key, file, size } of oldest) {
    if (usedBytes <= maxBytes) return;
    rmSync(join(dir(), file), { force: true });
    db.run(sql`DELETE FROM cached_files WHERE key = ${key}`);
    usedBytes -= size;
  }
}
