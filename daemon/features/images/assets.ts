import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Failure } from '../../base/failure.ts';
import type { HtmlImageAsset } from '../../contract/image-asset.ts';
import type { FileCache } from '../../mail/file-cache.ts';
import type { InlineImage, MessageImages, OutsideImage } from '../../mail/images.ts';
import { pictureType } from '../../mail/mime/picture-type.ts';
import type { OutgoingFetch } from '../../outgoing/outgoing-fetch.ts';
import { fetchedPicture, type Budget } from './fetched-picture.ts';

export type AssetParts = { fetch: OutgoingFetch; cache: FileCache };

/** `onlyShown` leaves out trackers, and what the page has no place for. */
type Wish = { isRemoteAllowed: boolean; onlyShown: boolean };

const atATime = 6;
const mostBytes = 100_000_000;
const mostMs = 60_000;
/** Bytes that one answer carries as `data:` addresses. */
const mostShown = 20_000_000;

/** Every image as a file and, while they are not too many bytes, as a `data:` address. What fails is said of its image. */
export async function assetsOf(
  { fetch, cache }: AssetParts,
  { inline, outside }: MessageImages,
  wish: Wish,
): Promise<HtmlImageAsset[]> {
  const budget: Budget = { left: mostBytes, signal: AbortSignal.timeout(mostMs) };
  const assets = await eachOf([...inline, ...outside], (image) => {
    if ('source' in image) return inlineAsset(cache, image);
    const refusal = refusalOf(image, wish);
    return refusal ? outsideAsset(image, { status: 'blocked', detail: refusal }) : remoteAsset(image);
  });
  return withData(assets);

  async function remoteAsset(image: OutsideImage): Promise<HtmlImageAsset> {
    try {
      const { path, mime_type } = await fetchedPicture(image.url, { fetch, cache, budget });
      return outsideAsset(image, { status: 'ready', path, mime_type });
    } catch (failed) {
      if (!(failed instanceof Failure)) throw failed;
      return outsideAsset(image, { status: statusOf(failed), detail: failed.message });
    }
  }
}

/** Does the work of all, a few at a time. The answers are in the order of what was given. */
async function eachOf<T, R>(all: readonly T[], work: (each: T) => R | Promise<R>): Promise<R[]> {
  const done: R[] = [];
  const waiting = all.entries();
  const worker = async () => {
    for (const [at, each] of waiting) done[at] = await work(each);
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  return done;
}

function refusalOf({ tracker, tracker_name, placed, url }: OutsideImage, wish: Wish): string | undefined {
  if (!wish.isRemoteAllowed) return 'It lies on the internet and was not asked for.';
  if (!wish.onlyShown) return undefined;
  if (tracker) return `It would tell ${tracker_name ?? new URL(url).hostname} that this message was opened.`;
  return placed ? undefined : 'It is a background, which is not shown.';
}

function statusOf({ code }: Failure): HtmlImageAsset['status'] {
  if (code === 'blocked_address') return 'blocked';
  if (code === 'not_there') return 'missing';
  return code === 'no_picture' ? 'unsupported' : 'failed';
}

type Outcome = Pick<HtmlImageAsset, 'status'> & Partial<Pick<HtmlImageAsset, 'path' | 'mime_type' | 'detail'>>;

const nothing = { path: null, mime_type: null, data_url: null, detail: null };

function outsideAsset({ url, tracker, tracker_name }: OutsideImage, outcome: Outcome): HtmlImageAsset {
  return { source: url, kind: 'remote', tracker, tracker_name, ...nothing, ...outcome };
}

async function inlineAsset(cache: FileCache, image: InlineImage): Promise<HtmlImageAsset> {
  const { source, kind } = image;
  const base = { source, kind, tracker: false, tracker_name: null, ...nothing };
  const { content } = image;
  if (!content) return { ...base, ...absence(kind) };
  const mime_type = pictureType(content);
  if (!mime_type) return { ...base, status: 'unsupported', detail: 'It is none of the pictures that are shown.' };
  const kept = { mime_type, most: content.length };
  const { path } = await cache.keep(`inline:${createHash('sha256').update(content).digest('hex')}`, kept, () =>
    Readable.from([content]),
  );
  return { ...base, status: 'ready', mime_type, path };
}

function absence(kind: InlineImage['kind']): Pick<HtmlImageAsset, 'status' | 'detail'> {
  if (kind === 'file') return { status: 'unsupported', detail: 'It is a file on the computer of the sender.' };
  if (kind === 'data_uri') return { status: 'unsupported', detail: 'It is none of the pictures that are shown.' };
  return { status: 'missing', detail: 'It did not come with the message, or is left on its server.' };
}

/** Puts the bytes of files into their assets, as long as all together are not too many. */
async function withData(assets: HtmlImageAsset[]): Promise<HtmlImageAsset[]> {
  let left = mostShown;
  const shown: HtmlImageAsset[] = [];
  for (const asset of assets) {
    const content = asset.path === null || left <= 0 ? undefined : await readFile(asset.path);
    left -= content?.length ?? 0;
    const data_url = content && left >= 0 ? `data:${asset.mime_type};base64,${content.toString('base64')}` : null;
    shown.push({ ...asset, data_url });
  }
  return shown;
}
