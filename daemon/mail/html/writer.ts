import { safeMedia, type StyleCleaner } from './css.ts';
import { formatAttribute, escapeHtml } from './escape.ts';
import { otherImageAddresses } from './images.ts';
import { mismatchedHost } from './links.ts';
import { trackNesting } from './nesting.ts';
import { createTagWriter, type TagWriterDeps } from './open-tag.ts';
import { removedTags, allowedTags } from './tags.ts';
import type { HtmlHandler } from './walk.ts';

const maxDepth = 250;

/**
 * Writes the tokens of `walkHtml` as safe HTML. End tags stay in place, because only a browser knows their effect;
 * end tags without a start tag are omitted, open elements are closed at the end, and elements beyond the maximum
 * depth are omitted.
 */
export function createHtmlWriter(deps: TagWriterDeps): HtmlHandler & { end(): string } {
  const written: string[] = [];
  const elements = trackNesting(maxDepth);
  const writeTag = createTagWriter(deps);
  const links = createLinkMarker(written);
  let skipped: { name: string; depth: number } | undefined;
  let sheet: Sheet | undefined;
  let hasBody = false;

  function endSheet(): void {
    if (sheet) written.push(sheetElement(sheet, deps.styles));
    sheet = undefined;
  }

  function begin(name: string, attributes: Map<string, string>): void {
    if (name === 'a') links.end();
    if (!allowedTags.has(name) || !elements.begin(name)) return;
    const { tag, target } = writeTag(name, attributes, links.isInside());
    written.push(tag);
    if (name === 'a' && target !== undefined) links.begin(target);
  }

  return {
    open(name, attributes, isSelfClosing) {
      for (const address of otherImageAddresses(name, attributes)) deps.images.block(address);
      if (skipped) {
        if (name === skipped.name && !isSelfClosing) skipped.depth++;
      } else if (removedTags.has(name)) {
        if (!isSelfClosing) skipped = { name, depth: 1 };
      } else if (name === 'style') {
        if (isSelfClosing) return;
        sheet = newSheet(attributes);
        if (!sheet) skipped = { name, depth: 1 };
      } else if (name === 'body') {
        const bodyAttributes = hasBody ? undefined : attributesOfBody(attributes);
        hasBody = true;
        if (bodyAttributes) begin('div', bodyAttributes);
      } else begin(name === 'image' ? 'img' : name, attributes);
    },
    text(text) {
      if (sheet) sheet.css.push(text);
      if (sheet || skipped) return;
      links.text(text);
      written.push(escapeHtml(text));
    },
    close(name) {
      if (skipped) {
        if (name === skipped.name && --skipped.depth === 0) skipped = undefined;
        return;
      }
      if (name === 'style') endSheet();
      if (name === 'a') links.end();
      if (elements.end(name)) written.push(`</${name}>`);
    },
    end() {
      endSheet();
      links.end();
      return [...written, ...elements.open().map((name) => `</${name}>`)].join('');
    },
  };
}

type Sheet = { media: string; css: string[] };

/** Undefined if the sheet is not CSS or its media query is not understood. */
function newSheet(attributes: Map<string, string>): Sheet | undefined {
  const stated = attributes.get('media')?.trim() ?? '';
  const media = stated && safeMedia(stated);
  const isCss = /^\s*(?:text\/css\s*)?$/i.test(attributes.get('type') ?? '');
  return isCss && media !== undefined ? { media, css: [] } : undefined;
}

function sheetElement({ media, css }: Sheet, styles: StyleCleaner): string {
  const rules = styles.sheet(css.join(''));
  return rules && `<style${media && formatAttribute('media', media)}>${rules}</style>`;
}

/** Moves the styles of the body to a box in its place, so that light text keeps its dark background. */
function attributesOfBody(attributes: Map<string, string>): Map<string, string> | undefined {
  const kept = new Map([...attributes].filter(([name]) => ['class', 'dir', 'lang', 'align'].includes(name)));
  const colour = (property: string, value = '') =>
    value && `${property}:${/^(?:[\da-f]{3}){1,2}$/i.test(value) ? '#' : ''}${value};`;
  const style =
    colour('background-color', attributes.get('bgcolor')) +
    colour('color', attributes.get('text')) +
    (attributes.get('style') ?? '');
  if (style) kept.set('style', style);
  return kept.size > 0 ? kept : undefined;
}

const maxLinkTextLength = 400;

/** Collects the text of the current link, and marks its tag after the whole text is known. */
function createLinkMarker(written: string[]) {
  let link: { tag: number; target: string; text: string } | undefined;
  return {
    isInside: () => link !== undefined,
    begin: (target: string) => void (link = { tag: written.length - 1, target, text: '' }),
    text(text: string) {
      if (link && link.text.length < maxLinkTextLength) link.text += text.slice(0, maxLinkTextLength);
    },
    end() {
      const host = link && mismatchedHost(link.text, link.target);
      const tag = link && written[link.tag];
      if (link && host && tag) written[link.tag] = `${tag.slice(0, -1)}${formatAttribute('data-link-mismatch', host)}>`;
      link = undefined;
    },
  };
}
