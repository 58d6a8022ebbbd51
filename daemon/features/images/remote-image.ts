import { Failure } from '../../base/failure.ts';
import type { CachedFile, FileCache, CacheFetchOptions } from '../../mail/attachments/file-cache.ts';
import { detectImageType } from '../../mail/mime/content/image-type.ts';
import type { OutgoingResponse, OutgoingFetch } from '../../outgoing/outgoing-fetch.ts';

/** The remaining bytes and time for the images of one message. */
export type FetchBudget = { remainingBytes: number; readonly signal: AbortSignal };

const maxImageBytes = 25 * 1024 * 1024;
const timeoutMs = 20_000;
const acceptHeader = 'image/avif,image/webp,image/png,image/jpeg,image/gif,image/bmp';
/** The number of bytes that identify an image type. */
const sniffBytes = 16;

/**
 * A remote image as a file, fetched unless it is cached. Throws Failure: what `OutgoingFetch` throws, `not_there`,
 * `no_picture` for anything but a bitmap, `server_error`, and `budget_spent`.
 */
export async function fetchRemoteImage(
  url: string,
  { fetch, cache, budget }: { fetch: OutgoingFetch; cache: FileCache; budget: FetchBudget },
): Promise<CachedFile> {
  const key = `image:${url}`;
  const cached = cache.find(key);
  if (cached) return cached;
  const maxBytes = Math.min(maxImageBytes, budget.remainingBytes);
  if (maxBytes <= 0 || budget.signal.aborted) throw budgetSpent();
  // The type is known after the first bytes.
  const cacheOptions: CacheFetchOptions = { mime_type: '', maxBytes };
  const content = async () => {
    const answer = await fetch(url, {
      maxBytes,
      timeoutMs,
      maxRedirects: 5,
      headers: { acceptHeader },
      signal: budget.signal,
    });
    return checkedImageBytes(answer, (type) => (cacheOptions.mime_type = type));
  };
  try {
    const file = await cache.getOrFetch(key, cacheOptions, content);
    budget.remainingBytes -= file.size;
    return file;
  } catch (failed) {
    if (budget.signal.aborted && !(failed instanceof Failure)) throw budgetSpent(failed);
    throw failed;
  }
}

/** The bytes of an answer, if they are a bitmap, regardless of its Content-Type. */
async function* checkedImageBytes({ status, content }: OutgoingResponse, onType: (type: string) => void) {
  let head: Uint8Array = Buffer.alloc(0);
  let isKnown = false;
  for await (const piece of content) {
    checkStatus(status);
    if (!isKnown) {
      head = Buffer.concat([head, piece]);
      if (head.length < sniffBytes) continue;
      onType(imageTypeOf(head));
      isKnown = true;
      yield head;
    } else yield piece;
  }
  checkStatus(status);
  if (isKnown) return;
  onType(imageTypeOf(head));
  yield head;
}

function imageTypeOf(head: Uint8Array): string {
  const type = detectImageType(head);
  if (!type)
    throw new Failure('unsupported', 'no_picture', 'The server’s answer isn’t an image that Posthorn can show.');
  return type;
}

function checkStatus(status: number): void {
  if (status >= 200 && status < 300) return;
  if (status === 404 || status === 410) {
    throw new Failure('missing', 'not_there', `The server no longer has it (status ${status}).`);
  }
  throw new Failure('provider', 'server_error', `Its server answered with status ${status}.`, { retryable: true });
}

function budgetSpent(cause?: unknown): Failure {
  const sentence = 'This message has too many images, or they load too slowly. Try again to load the rest.';
  return new Failure('limited', 'budget_spent', sentence, { cause, retryable: true });
}
