import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm, stat, writeFile, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { toDiskFailure } from '../base/disk-failure.ts';
import { Failure } from '../base/failure.ts';
import type { OutgoingFetch, OutgoingResponse } from '../outgoing/outgoing-fetch.ts';

type DownloadRequest = {
  url: string;
  /** Where the file is when it is complete and its hash is right. What there is of it before is beside it, as `….part`. */
  target: string;
  /** The hash it must have; null where any is accepted. */
  sha256: string | null;
  maxBytes: number;
  /** Bytes there are so far. */
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
};

/** A part that is fetched with one request: what a lost connection costs at most. */
const segmentBytes = 8_000_000;
const segmentTimeoutMs = 180_000;
/** Model hosts redirect to the servers that have the files. */
const maxRedirects = 5;
/** A server that begins anew so often does not have one file. */
const maxRestarts = 3;

/**
 * Downloads a file in parts; what an earlier attempt has stored is not fetched again, as long as the server has the same version of it
 * (RFC 9110, section 14). Returns its hash and size. Throws Failure `download_refused`, `wrong_hash`, a failure of a disk, and
 * what the fetcher throws.
 */
export async function downloadFile(
  fetch: OutgoingFetch,
  request: DownloadRequest,
): Promise<{ sha256: string; bytes: number }> {
  const { target, sha256: expected, onProgress } = request;
  const part = `${target}.part`;
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    for (let restarts = 0; ;) {
      const state = await fetchSegment(fetch, request, part);
      onProgress(await sizeOf(part));
      if (state === 'complete') break;
      if (state === 'restarted' && ++restarts > maxRestarts) throw refused('The server keeps changing the file.');
    }
    const sha256 = await hashOf(part);
    if (expected !== null && sha256 !== expected) {
      await rm(part, { force: true });
      throw wrongHash(request.url, { expected, sha256 });
    }
    await rename(part, target);
    await rm(`${part}.etag`, { force: true });
    return { sha256, bytes: await sizeOf(target) };
  } catch (failed) {
    throw toDiskFailure(failed);
  }
}

/** Fetches the next part of a file. */
async function fetchSegment(
  fetch: OutgoingFetch,
  { url, maxBytes, onProgress, signal }: DownloadRequest,
  part: string,
): Promise<'more' | 'complete' | 'restarted'> {
  const start = await sizeOf(part);
  const etag = start > 0 ? await readEtag(part) : undefined;
  // Without a version to compare, what there is may be of another file.
  if (start > 0 && etag === undefined) return restart(part);
  const response = await fetch(url, {
    headers: { range: `bytes=${start}-${start + segmentBytes - 1}`, ...(etag !== undefined && { 'if-range': etag }) },
    maxBytes,
    timeoutMs: segmentTimeoutMs,
    maxRedirects,
    signal,
  });
  const range = rangeOf(response);
  if (response.status === 416) return range?.total === start ? 'complete' : restart(part);
  if (response.status !== 200 && response.status !== 206)
    throw refused(`The server answers ${response.status}.`, response.status >= 500 || response.status === 429);
  const isWhole = response.status === 200;
  if (!isWhole && range?.start !== start) return restart(part);
  const newTag = response.header?.('etag');
  if (newTag !== undefined && !newTag.startsWith('W/')) await writeFile(`${part}.etag`, newTag);
  await append(part, response, { isWhole, at: isWhole ? 0 : start, maxBytes, onProgress });
  if (isWhole) return 'complete';
  return (await sizeOf(part)) === range?.total ? 'complete' : 'more';
}

async function append(
  part: string,
  { content }: OutgoingResponse,
  {
    isWhole,
    at,
    maxBytes,
    onProgress,
  }: { isWhole: boolean; at: number; maxBytes: number; onProgress: (bytes: number) => void },
): Promise<void> {
  const file = await open(part, isWhole ? 'w' : 'a', 0o600);
  try {
    let bytes = at;
    for await (const piece of content) {
      bytes += piece.length;
      if (bytes > maxBytes) throw refused(`The file is larger than ${Math.round(maxBytes / 1_000_000)} MB.`);
      await file.writeFile(piece);
      onProgress(bytes);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

async function restart(part: string): Promise<'restarted'> {
  await rm(part, { force: true });
  await rm(`${part}.etag`, { force: true });
  return 'restarted';
}

/** The header Content-Range. */
function rangeOf(response: OutgoingResponse): { start: number | undefined; total: number } | undefined {
  const [, start, total] = /^bytes (?:(\d+)-\d+|\*)\/(\d+)$/.exec(response.header?.('content-range') ?? '') ?? [];
  return total === undefined
    ? undefined
    : { start: start === undefined ? undefined : Number(start), total: Number(total) };
}

async function readEtag(part: string): Promise<string | undefined> {
  return readFile(`${part}.etag`, 'utf8').catch(() => undefined);
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/** How much of a file is read at a time. */
const pieceBytes = 1 << 20;

/** The SHA-256 of a file, in hexadecimal digits. All pieces are read into the same memory: a stream of a large file leaves much of it behind. */
export async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafeSlow(pieceBytes);
  const handle = await open(file);
  try {
    for (let read = -1; read !== 0;) {
      ({ bytesRead: read } = await handle.read(piece, 0, pieceBytes, null));
      hash.update(piece.subarray(0, read));
    }
  } finally {
    await handle.close();
  }
  return hash.digest('hex');
}

function refused(sentence: string, retryable = false): Failure {
  return new Failure('provider', 'download_refused', sentence, { retryable });
}

function wrongHash(url: string, found: { expected: string; sha256: string }): Failure {
  const sentence = 'The downloaded file isn’t the one that was expected, so it was deleted.';
  return new Failure('provider', 'wrong_hash', sentence, { url, ...found });
}
