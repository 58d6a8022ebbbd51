import { walkHtml } from './walk.ts';
import { createBlockedImages, type RemoteImage } from './images.ts';
import { styleCleaner } from './css.ts';
import type { InlineImageResolver } from './open-tag.ts';
import { createHtmlWriter } from './writer.ts';

/**
 * HTML that has passed the allow-list, and what was held back from it: how many different images would be fetched, how
 * many of them nobody could see, and the first 500 of them.
 */
export type SafeHtml = { html: string; remote_images: number; tracking_images: number; images: RemoteImage[] };

const maxHtmlLength = 2_000_000;
const maxImages = 500;

/**
 * Makes a message's HTML safe to show: written anew from an allow-list of tags, attributes and styles, without scripts,
 * handlers, forms, frames or anything that loads by itself, so that no browser can read it otherwise than it was checked.
 *
 * The address of a remote image stands in `data-remote-src`. Links keep their true target, open elsewhere without a
 * referrer, and have `data-link-mismatch` with the real host where their text is another host's address. `inline` is asked
 * for images that came along, with `cid:…` as in RFC 2392 or with the address as it stands (a Content-Location, RFC 2557);
 * it answers a `data:` address of a bitmap. What is neither keeps its alternative text alone.
 *
 * Of more than 2 MB the rest is left out. Cleaning what is clean changes nothing.
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
