import { createPublicKey, verify } from 'node:crypto';
import type { UpdateInfo } from 'electron-updater';
import type { PackageManifest } from './update-policy.ts';

type Feed = NonNullable<NonNullable<PackageManifest['posthorn']>['feed']>;

/** The name of the feed of this system, as electron-builder writes it. */
export function feedFileName(platform: NodeJS.Platform, arch: string): string {
  if (platform === 'darwin') return 'latest-mac.yml';
  if (platform === 'linux') return arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${arch}.yml`;
  return 'latest.yml';
}

/** Longer answers are no feeds. */
const maxBytes = 100_000;

/**
 * Checks that the release key has signed the feed which offers `info`: its version, and the hashes of its files. The
 * signature is beside the feed, in a file that ends with `.sig`: 64 bytes of Ed25519, base64. Throws an error whose message
 * begins with `ERR_FEED_SIGNATURE` otherwise, and what `fetchUrl` throws.
 */
export async function verifyFeed(
  info: UpdateInfo,
  { feed, file, fetchUrl }: { feed: Feed; file: string; fetchUrl(url: string): Promise<Response> },
): Promise<void> {
  if (feed.key === undefined) throw signatureError('this build has no key');
  const folder = feed.url.replaceAll('{version}', info.version).replace(/\/*$/, '/');
  const read = async (name: string) => readBytes(await fetchUrl(new URL(name, folder).href));
  const [text, signature] = await Promise.all([read(file), read(`${file}.sig`)]);
  const key = createPublicKey({ key: Buffer.from(feed.key, 'base64'), format: 'der', type: 'spki' });
  if (!verify(null, text, key, Buffer.from(signature.toString('latin1').trim(), 'base64')))
    throw signatureError('the signature is of another feed');
  // Loaded when there is an update: the main process starts without it.
  const { parse } = await import('yaml');
  const signed = parse(text.toString('utf8')) as Partial<UpdateInfo>;
  if (signed.version !== info.version) throw signatureError('the signed feed offers another version');
  const hashes = new Set(signed.files?.map(({ sha512 }) => sha512));
  if (info.files.length === 0 || !info.files.every(({ sha512 }) => hashes.has(sha512)))
    throw signatureError('the signed feed names other files');
}

async function readBytes(response: Response): Promise<Buffer> {
  if (!response.ok) throw signatureError(`the server answered with status ${response.status}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length > maxBytes) throw signatureError('the feed is too long');
  return bytes;
}

function signatureError(reason: string): Error {
  return new Error(`ERR_FEED_SIGNATURE: ${reason}`);
}
