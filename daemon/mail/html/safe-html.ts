import { walkHtml } from './walk.ts';
import { createBlockedImages, type RemoteImage } from './images.ts';
import { styleCleaner } from './css.ts';
import type { InlineImageResolver } from './open-tag.ts';
import { createHtmlWriter } from './writer.ts';

/**
 * HTML that passed the allow-list, and what was blocked: the number of different remote images, the number of
 * trackers, and the first 500 images.
 */
export type SafeHtml = { html: string; remote_images: number; tracking_images: number; images: RemoteImage[] };

const maxHtmlLength = 2_000_000;
const maxImages = 500;

/**
 * Makes a message's HTML safe to display: it is rewritten from an allow-list of tags, attributes and styles, without
 * scripts, handlers, forms, frames or anything that loads by itself, so that a browser cannot read it differently
 * than it was checked.
 *
 * The address of a remote image is in `data-remote-src`. Links keep their real target, open in a new window without a
 * referrer, and have `data-link-mismatch` with the real host if their text is the address of another host.
 * `resolveInlineImage` is called for inline images, with `cid:…` as in RFC 2392 or with the address as written (a
 * Content-Location, RFC 2557); it returns a `data:` address of a bitmap. Other images keep only their alternative
 * text.
 *
 * HTML beyond 2 MB is dropped. Cleaning clean HTML changes nothing.
 */
export function safeHtml(html: string, resolveInlineImage: InlineImageResolver = () => undefined): SafeHtml {
  const images = createBlockedImages();
  const styles = styleCleaner((address) => images.block(address));
  const writer = createHtmlWriter({ images, styles, resolveInlineImage });
  walkHtml(html.slice(0, maxHtmlLength), writer);
  const blocked = images.all();
  return {
    html: writer.end(),
    remote_images: blocked.length,
    tracking_images: blocked.filter(({ tracker }) => tracker).length,
    images: blocked.slice(0, maxImages),
  };
}
