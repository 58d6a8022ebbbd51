import type { StyleCleaner } from './css.ts';
import { attribute } from './escape.ts';
import { bitmapAddress, firstOfSet, type HeldImages } from './images.ts';
import { linkTarget, targetTitle } from './links.ts';
import { attributesByTag, layoutAttributes } from './tags.ts';

/** Answers the `data:` address of an image that came with the message; undefined where none is meant. */
export type Inline = (reference: string) => string | undefined;

/** What tags are written with: where images are held, styles cleaned and images of the message found. */
export type Surroundings = { images: HeldImages; styles: StyleCleaner; inline: Inline };

/** Writes the opening tags of one message; `target` is where a link leads. */
type TagWriter = (
  name: string,
  attributes: Map<string, string>,
  isInLink: boolean,
) => { tag: string; target: string | undefined };

/** One picture that stands a thousand times in a message must not fill the memory: characters of inlined images. */
const mostInlined = 25_000_000;

export function tagWriter({ images, styles, inline }: Surroundings): TagWriter {
  let inlined = 0;

  function shownImage(source: string): string | undefined {
    const bitmap = bitmapAddress(source);
    if (bitmap !== undefined) return bitmap;
    const reference = /^cid:/i.test(source) ? `cid:${percentDecoded(source.slice(4))}` : source;
    const found = reference && bitmapAddress(inline(reference) ?? '');
    if (!found || inlined + found.length > mostInlined) return undefined;
    inlined += found.length;
    return found;
  }

  function imageSource(attributes: Map<string, string>, style: string): string {
    const other = firstOfSet(attributes.get('srcset'));
    const source = (attributes.get('src') || attributes.get('data-remote-src') || other)?.trim() ?? '';
    const shown = shownImage(source);
    const shape = { width: attributes.get('width'), height: attributes.get('height'), style };
    const remote = images.hold(shown === undefined ? source : (other ?? ''), shape);
    if (shown !== undefined) return attribute('src', shown);
    return remote === undefined ? '' : attribute('data-remote-src', remote);
  }

  return (name, attributes, isInLink) => {
    const isLink = name === 'a' || name === 'area';
    const style = styles.declarations(attributes.get('style') ?? '');
    let kept = '';
    for (const [key, value] of attributes) {
      if (key === 'style') kept += style && attribute(key, style);
      else if (key === 'title' && (isLink || isInLink)) continue;
      else if (layoutAttributes.has(key) || attributesByTag[name]?.has(key)) kept += attribute(key, value);
    }
    const target = isLink ? linkTarget(attributes.get('href') ?? '') : undefined;
    if (target !== undefined) kept += linkAttributes(target);
    if (name === 'img') kept += imageSource(attributes, style);
    return { tag: `<${name}${kept}>`, target };
  };
}

/** A link tells where it goes itself: what the sender would have it say when the pointer rests on it is left out. */
function linkAttributes(target: string): string {
  const href = attribute('href', target);
  if (target.startsWith('#')) return `${href} target="_self"`;
  return `${href}${attribute('title', targetTitle(target))} target="_blank" rel="noopener noreferrer nofollow"`;
}

function percentDecoded(text: string): string {
  return text.replace(/%([2-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
