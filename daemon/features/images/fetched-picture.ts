import { Failure } from '../../base/failure.ts';
import type { CachedFile, FileCache, Keeping } from '../../mail/file-cache.ts';
import { pictureType } from '../../mail/mime/picture-type.ts';
import type { OutgoingAnswer, OutgoingFetch } from '../../outgoing/outgoing-fetch.ts';

/** Bytes and time that the images of one message may still take. */
export type Budget = { left: number; readonly signal: AbortSignal };

const largest = 25 * 1024 * 1024;
const within = 20_000;
const accept = 'image/avif,image/webp,image/png,image/jpeg,image/gif,image/bmp';
/** As many bytes tell what kind of picture it is. */
const enough = 16;

/**
 * A picture of the internet as a file, fetched unless it is kept. Throws Failure: what `OutgoingFetch` throws, `not_there`,
 * `no_picture` for anything but a bitmap, `server_error`, and `budget_spent`.
 */
export async function fetchedPicture(
  url: string,
  { fetch, cache, budget }: { fetch: OutgoingFetch; cache: FileCache; budget: Budget },
): Promise<CachedFile> {
  const key = `image:${url}`;
  const known = cache.find(key);
  if (known) return known;
  const most = Math.min(largest, budget.left);
  if (most <= 0 || budget.signal.aborted) throw spent();
  // Its type is known once its first bytes are.
  const keeping: Keeping = { mime_type: '', most };
  const content = async () => {
    const answer = await fetch(url, { most, within, redirects: 5, headers: { accept }, signal: budget.signal });
    return bitmap(answer, (type) => (keeping.mime_type = type));
  };
  try {
    const kept = await cache.keep(key, keeping, content);
    budget.left -= kept.size;
    return kept;
  } catch (failed) {
    if (budget.signal.aborted && !(failed instanceof Failure)) throw spent(failed);
    throw failed;
  }
}

/** The bytes of an answer, if they are those of a bitmap, whatever its server calls them. */
async function* bitmap({ status, content }: OutgoingAnswer, onType: (type: string) => void) {
  let head: Uint8Array = Buffer.alloc(0);
  let isKnown = false;
  for await (const piece of content) {
    checkStatus(status);
    if (!isKnown) {
      head = Buffer.concat([head, piece]);
      if (head.length < enough) continue;
      onType(typeOf(head));
      isKnown = true;
      yield head;
    } else yield piece;
  }
  checkStatus(status);
  if (isKnown) return;
  onType(typeOf(head));
  yield head;
}

function typeOf(head: Uint8Array): string {
  const type = pictureType(head);
  if (!type)
    throw new Failure('unsupported', 'no_picture', 'What its server answers is none of the pictures that are shown.');
  return type;
}

function checkStatus(status: number): void {
  if (status >= 200 && status < 300) return;
  if (status === 404 || status === 410) {
    throw new Failure('missing', 'not_there', `Its server has it no more (status ${status}).`);
  }
  throw new Failure('provider', 'server_error', `Its server answered with status ${status}.`, { retryable: true });
}

function spent(cause?: unknown): Failure {
  const sentence = 'The images of this message are too many or come too slowly. Ask again for the rest.';
  return new Failure('limited', 'budget_spent', sentence, { cause, retryable: true });
}
