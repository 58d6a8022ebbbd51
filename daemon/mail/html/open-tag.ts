import type { Declaration } from './css-link-rules.ts';
import { localName } from './css-selectors.ts';
import { formatDeclarations, type StyleCleaner } from './css.ts';
import { formatAttribute } from './escape.ts';
import { bitmapAddress, firstSrcsetAddress, type BlockedImages } from './images.ts';
import { linkTarget, linkTitle } from './links.ts';
import { attributesByTag, allowedAttributes } from './tags.ts';

/** Returns the `data:` address of an inline image of the message; undefined if the reference matches none. */
export type InlineImageResolver = (reference: string) => string | undefined;

/** The dependencies for writing tags: blocked images, the style cleaner and the resolver of inline images. */
export type TagWriterDeps = { images: BlockedImages; styles: StyleCleaner; resolveInlineImage: InlineImageResolver };

/** An opening tag, without its styles, which depend on the links inside and around it. */
export type Tag = {
  name: string;
  /** The written attributes before and after the styles. */
  before: string;
  after: string;
  styles: readonly Declaration[];
  /** The target of a link. */
  target: string | undefined;
};

/** Writes the opening tags of a message. */
type TagWriter = (name: string, attributes: Map<string, string>, isInLink: boolean) => Tag;

/**
 * The maximum number of characters of inlined images, because an image may be repeated a thousand times in a message.
 */
const maxInlinedLength = 25_000_000;

export function createTagWriter(deps: TagWriterDeps): TagWriter {
  const { images, resolveInlineImage } = deps;
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
    const styles = deps.styles.declarations(colourOfFont(name, attributes) + (attributes.get('style') ?? ''));
    const written = { before: '', after: '' };
    let part: keyof typeof written = 'before';
    for (const [key, value] of attributes) {
      if (key === 'style') part = 'after';
      else if (key === 'color' && colourOfFont(name, attributes)) continue;
      else if (isLink || isInLink ? key === 'title' || key === 'dir' : false) continue;
      else if (allowedAttributes.has(key) || attributesByTag[name]?.has(key))
        written[part] += formatAttribute(key, attributeValue(key, value));
    }
    const target = isLink ? linkTarget(attributes.get('href') ?? '') : undefined;
    if (target !== undefined) written.after += linkAttributes(target);
    if (name === 'img') written.after += imageSource(attributes, formatDeclarations(styles));
    return { name, styles, target, ...written };
  };
}

/** The colour of a `font` element as a style, where both mean the same. */
function colourOfFont(name: string, attributes: ReadonlyMap<string, string>): string {
  const colour = attributes.get('color')?.trim() ?? '';
  const plain = /^(?:#?(?:[\da-f]{3}|[\da-f]{6})|[a-z]{3,20})$/i.test(colour);
  return name === 'font' && plain ? `color:${/^(?:[\da-f]{3}){1,2}$/i.test(colour) ? '#' : ''}${colour};` : '';
}

const attributesWithNames = new Set(['id', 'name', 'headers']);

/** Names of elements become names within the message. */
function attributeValue(key: string, value: string): string {
  if (key === 'usemap') return value.replace(/^#(.*)$/s, (_, name: string) => `#${localName(name)}`);
  return attributesWithNames.has(key) ? value.trim().split(/\s+/).map(localName).join(' ') : value;
}

/** The title of a link is its real target; the sender's title attribute is dropped. */
function linkAttributes(target: string): string {
  if (target.startsWith('#')) return `${formatAttribute('href', `#${localName(target.slice(1))}`)} target="_self"`;
  return `${formatAttribute('href', target)}${formatAttribute('title', linkTitle(target))} target="_blank" rel="noopener noreferrer nofollow"`;
}

function percentDecoded(text: string): string {
  return text.replace(/%([2-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
