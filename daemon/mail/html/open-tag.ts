import type { StyleCleaner } from './css.ts';
import { formatAttribute } from './escape.ts';
import { bitmapAddress, firstSrcsetAddress, type BlockedImages } from './images.ts';
import { linkTarget, linkTitle } from './links.ts';
import { attributesByTag, allowedAttributes } from './tags.ts';

/** Returns the `data:` address of an inline image of the message; undefined if the reference matches none. */
export type InlineImageResolver = (reference: string) => string | undefined;

/** The dependencies for writing tags: blocked images, the style cleaner and the resolver of inline images. */
export type TagWriterDeps = { images: BlockedImages; styles: StyleCleaner; resolveInlineImage: InlineImageResolver };

/** Writes the opening tags of a message; `target` is the target of a link. */
type TagWriter = (
  name: string,
  attributes: Map<string, string>,
  isInLink: boolean,
) => { tag: string; target: string | undefined };

/**
 * The maximum number of characters of inlined images, because an image may be repeated a thousand times in a message.
 */
const maxInlinedLength = 25_000_000;

export function createTagWriter({ images, styles, resolveInlineImage }: TagWriterDeps): TagWriter {
  let inlinedLength = 0;

  function shownImage(source: string): string | undefined {
    const bitmap = bitmapAddress(source);
    if (bitmap !== undefined) return bitmap;
    const reference = /^cid:/i.test(source) ? `cid:${percentDecoded(source.slice(4))}` : source;
    const found = reference && bitmapAddress(resolveInlineImage(reference) ?? '');
    if (!found || inlinedLength + found.length > maxInlinedLength) return undefined;
    inlinedLength += found.length;
    return found;
  }

  function imageSource(attributes: Map<string, string>, style: string): string {
    const other = firstSrcsetAddress(attributes.get('srcset'));
    const source = (attributes.get('src') || attributes.get('data-remote-src') || other)?.trim() ?? '';
    const shown = shownImage(source);
    const size = { width: attributes.get('width'), height: attributes.get('height'), style };
    const remote = images.block(shown === undefined ? source : (other ?? ''), size);
    if (shown !== undefined) return formatAttribute('src', shown);
    return remote === undefined ? '' : formatAttribute('data-remote-src', remote);
  }

  return (name, attributes, isInLink) => {
    const isLink = name === 'a' || name === 'area';
    const style = styles.declarations(attributes.get('style') ?? '');
    let written = '';
    for (const [key, value] of attributes) {
      if (key === 'style') written += style && formatAttribute(key, style);
      else if (key === 'title' && (isLink || isInLink)) continue;
      else if (allowedAttributes.has(key) || attributesByTag[name]?.has(key)) written += formatAttribute(key, value);
    }
    const target = isLink ? linkTarget(attributes.get('href') ?? '') : undefined;
    if (target !== undefined) written += linkAttributes(target);
    if (name === 'img') written += imageSource(attributes, style);
    return { tag: `<${name}${written}>`, target };
  };
}

/** The title of a link is its real target; the sender's title attribute is dropped. */
function linkAttributes(target: string): string {
  const href = formatAttribute('href', target);
  if (target.startsWith('#')) return `${href} target="_self"`;
  return `${href}${formatAttribute('title', linkTitle(target))} target="_blank" rel="noopener noreferrer nofollow"`;
}

function percentDecoded(text: string): string {
  return text.replace(/%([2-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
