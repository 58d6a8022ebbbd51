import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Failure } from '../../base/failure.ts';
import type { HtmlImageAsset } from '../../contract/image-asset.ts';
import type { FileCache } from '../../mail/attachments/file-cache.ts';
import type { InlineImage, MessageImages, RemoteImageRecord } from '../../mail/images/images.ts';
import { detectImageType } from '../../mail/mime/content/image-type.ts';
import type { OutgoingFetch } from '../../outgoing/outgoing-fetch.ts';
import { fetchRemoteImage, type FetchBudget } from './remote-image.ts';

export type AssetDeps = { fetch: OutgoingFetch; cache: FileCache };

/** `onlyShown` leaves out trackers and images that the page does not show. */
type AssetOptions = { isRemoteAllowed: boolean; onlyShown: boolean };

const maxParallelFetches = 6;
const maxTotalBytes = 100_000_000;
const totalTimeoutMs = 60_000;
/** The maximum number of bytes in one answer as `data:` URLs. */
const maxInlineBytes = 20_000_000;

/** Every image as a file and, up to the maximum, as a `data:` URL. A failure is reported for its image. */
export async function assetsOf(
  { fetch, cache }: AssetDeps,
  { inline, remote }: MessageImages,
  options: AssetOptions,
): Promise<HtmlImageAsset[]> {
  const budget: FetchBudget = { remainingBytes: maxTotalBytes, signal: AbortSignal.timeout(totalTimeoutMs) };
  const assets = await mapConcurrently([...inline, ...remote], (image) => {
    if ('source' in image) return inlineAsset(cache, image);
    const refusal = blockedReason(image, options);
    return refusal ? outsideAsset(image, { status: 'blocked', detail: refusal }) : remoteAsset(image);
  });
  return withDataUrls(assets);

  async function remoteAsset(image: RemoteImageRecord): Promise<HtmlImageAsset> {
    try {
      const { path, mime_type } = await fetchRemoteImage(image.url, { fetch, cache, budget });
      return outsideAsset(image, { status: 'ready', path, mime_type });
    } catch (failed) {
      if (!(failed instanceof Failure)) throw failed;
      return outsideAsset(image, { status: statusOf(failed), detail: failed.message });
    }
  }
}

/** Maps concurrently with a limit; the results are in the order of the input. */
async function mapConcurrently<T, R>(all: readonly T[], work: (each: T) => R | Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const entries = all.entries();
  const worker = async () => {
    for (const [index, each] of entries) results[index] = await work(each);
  };
  await Promise.all(Array.from({ length: maxParallelFetches }, worker));
  return results;
}

function blockedReason(
  { tracker, tracker_name, placed, url }: RemoteImageRecord,
  options: AssetOptions,
): string | undefined {
  if (!options.isRemoteAllowed) return 'It’s a remote image and wasn’t loaded.';
  if (!options.onlyShown) return undefined;
  if (tracker) return `It would tell ${tracker_name ?? new URL(url).hostname} that this message was opened.`;
  return placed ? undefined : 'It’s a background image, which isn’t shown.';
}

function statusOf({ code }: Failure): HtmlImageAsset['status'] {
  if (code === 'blocked_address') return 'blocked';
  if (code === 'not_there') return 'missing';
  return code === 'no_picture' ? 'unsupported' : 'failed';
}

type Outcome = Pick<HtmlImageAsset, 'status'> & Partial<Pick<HtmlImageAsset, 'path' | 'mime_type' | 'detail'>>;

const emptyAssetFields = { path: null, mime_type: null, data_url: null, detail: null };

function outsideAsset({ url, tracker, tracker_name }: RemoteImageRecord, outcome: Outcome): HtmlImageAsset {
  return { source: url, kind: 'remote', tracker, tracker_name, ...emptyAssetFields, ...outcome };
}

async function inlineAsset(cache: FileCache, image: InlineImage): Promise<HtmlImageAsset> {
  const { source, kind } = image;
  const base = { source, kind, tracker: false, tracker_name: null, ...emptyAssetFields };
  const { content } = image;
  if (!content) return { ...base, ...missingStatusOf(kind) };
  const mime_type = detectImageType(content);
  if (!mime_type)
    return { ...base, status: 'unsupported', detail: 'It’s an image of a kind that Posthorn doesn’t show.' };
  const cacheOptions = { mime_type, maxBytes: content.length };
  const { path } = await cache.getOrFetch(
    `inline:${createHash('sha256').update(content).digest('hex')}`,
    cacheOptions,
    () => Readable.from([content]),
  );
  return { ...base, status: 'ready', mime_type, path };
}

function missingStatusOf(kind: InlineImage['kind']): Pick<HtmlImageAsset, 'status' | 'detail'> {
  if (kind === 'file') return { status: 'unsupported', detail: 'It’s a file on the sender’s computer.' };
  if (kind === 'data_uri')
    return { status: 'unsupported', detail: 'It’s an image of a kind that Posthorn doesn’t show.' };
  return { status: 'missing', detail: 'It wasn’t included in the message, or is still on the server.' };
}

/** Adds `data:` URLs to assets up to the maximum of bytes. */
async function withDataUrls(assets: HtmlImageAsset[]): Promise<HtmlImageAsset[]> {
  let remainingBytes = maxInlineBytes;
  const shown: HtmlImageAsset[] = [];
  for (const asset of assets) {
    const content = asset.path === null || remainingBytes <= 0 ? undefined : await readFile(asset.path);
    remainingBytes -= content?.length ?? 0;
    const data_url =
      content && remainingBytes >= 0 ? `data:${asset.mime_type};base64,${content.toString('base64')}` : null;
    shown.push({ ...asset, data_url });
  }
  return shown;
}
