import { isTrackingUrl } from '../images/trackers.ts';

/** A remote image; width and height in pixels if the message states them. */
export type RemoteImage = { url: string; tracker: boolean; width?: number; height?: number };

type ImageSize = { width?: string | undefined; height?: string | undefined; style?: string | undefined };

/** The remote images blocked in a message, without duplicate addresses. */
export type BlockedImages = {
  /** Adds an image. Returns its absolute address, or undefined if it is not a remote image. */
  block(address: string, shape?: ImageSize): string | undefined;
  all(): RemoteImage[];
};

export function createBlockedImages(): BlockedImages {
  const byUrl = new Map<string, RemoteImage>();
  return {
    block(address, size = {}) {
      const url = remoteAddress(address);
      if (url === undefined) return undefined;
      const tracker = byUrl.get(url)?.tracker || isInvisible(size) || isTrackingUrl(url);
      byUrl.set(url, { ...sizeOf(size), ...byUrl.get(url), url, tracker });
      return url;
    },
    all: () => [...byUrl.values()],
  };
}

function remoteAddress(address: string): string | undefined {
  const text = address.trim();
  if (!/^(https?:|[\\/]{2})/i.test(text)) return undefined;
  return URL.parse(text, 'https://none.invalid')?.href;
}

function sizeOf({ width, height }: ImageSize): Pick<RemoteImage, 'width' | 'height'> {
  const [across, down] = [pixels(width), pixels(height)];
  return { ...(across !== undefined && { width: across }), ...(down !== undefined && { height: down }) };
}

function pixels(size: string | undefined): number | undefined {
  const digits = /^\s*(\d{1,5})(?:\.\d+)?\s*(?:px)?\s*$/i.exec(size ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * Whether an image is invisible and therefore a tracker. `style` is cleaned declarations, in the form that this
 * folder writes.
 */
function isInvisible({ width, height, style = '' }: ImageSize): boolean {
  const [across, down] = [pixels(width), pixels(height)];
  const stated = [across, down].filter((size) => size !== undefined);
  // A horizontal rule is one pixel high and as wide as its column: it is visible.
  const isDot = stated.length > 0 && Math.min(...stated) <= 1 && Math.max(...stated) <= 3;
  return (
    isDot ||
    /(?:^|;)(?:display:none|visibility:hidden|opacity:0(?=[;!]|$)|(?:max-)?(?:width|height):[01](?:px)?(?=[;!]|$))/.test(
      style,
    )
  );
}

const bitmapPattern =
  /^data:image\/(?:png|jpe?g|pjpeg|gif|webp|bmp|x-ms-bmp|avif|x-icon|vnd\.microsoft\.icon)(?:;[\w.=-]+)*;base64,/i;

/**
 * A `data:` address of a bitmap, without white space from line breaks; undefined for any other. SVG is excluded
 * because it is a document and may be displayed as one.
 */
export function bitmapAddress(address: string): string | undefined {
  const text = address.trim();
  if (!bitmapPattern.test(text)) return undefined;
  return /\s/.test(text) ? text.replace(/\s+/g, '') : text;
}

/** The first address of a `srcset`, which may itself contain commas (HTML, section 4.8.4.2.1). */
export function firstSrcsetAddress(srcset: string | undefined): string | undefined {
  return /^[\s,]*(\S+)/.exec(srcset ?? '')?.[1]?.replace(/,+$/, '');
}

/**
 * Images that a browser would load for a tag other than `img`: backgrounds, posters, sources, buttons, and images in
 * SVG.
 */
export function otherImageAddresses(name: string, attributes: Map<string, string>): string[] {
  const found = [attributes.get('background')];
  if (name === 'video') found.push(attributes.get('poster'));
  if (name === 'source') found.push(firstSrcsetAddress(attributes.get('srcset')));
  if (name === 'input') found.push(attributes.get('src'));
  if (name === 'image' || name === 'feimage') found.push(attributes.get('href') ?? attributes.get('xlink:href'));
  return found.filter((address) => address !== undefined);
}
