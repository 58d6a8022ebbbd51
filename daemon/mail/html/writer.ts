import { safeMedia, type StyleCleaner } from './css.ts';
import { attribute, escaped } from './escape.ts';
import { imagesElsewhere } from './images.ts';
import { mismatchedHost } from './links.ts';
import { nesting } from './nesting.ts';
import { tagWriter, type Surroundings } from './open-tag.ts';
import { machineTags, textTags } from './tags.ts';
import type { HtmlReader } from './walk.ts';

const deepest = 250;

/**
 * Writes what `walkHtml` tells as safe HTML. End tags stay where they stood, since only a browser knows what it makes of
 * them; those without a beginning go, what stays open is ended, and what would nest too deeply is left out.
 */
export function htmlWriter(surroundings: Surroundings): HtmlReader & { end(): string } {
  const written: string[] = [];
  const elements = nesting(deepest);
  const writeTag = tagWriter(surroundings);
  const links = linkMarker(written);
  let skipped: { name: string; depth: number } | undefined;
  let sheet: Sheet | undefined;
  let hasBody = false;

  function endSheet(): void {
    if (sheet) written.push(sheetElement(sheet, surroundings.styles));
    sheet = undefined;
  }

  function begin(name: string, attributes: Map<string, string>): void {
    if (name === 'a') links.end();
    if (!textTags.has(name) || !elements.begin(name)) return;
    const { tag, target } = writeTag(name, attributes, links.isInside());
    written.push(tag);
    if (name === 'a' && target !== undefined) links.begin(target);
  }

  return {
    open(name, attributes, isSelfClosing) {
      for (const address of imagesElsewhere(name, attributes)) surroundings.images.hold(address);
      if (skipped) {
        if (name === skipped.name && !isSelfClosing) skipped.depth++;
      } else if (machineTags.has(name)) {
        if (!isSelfClosing) skipped = { name, depth: 1 };
      } else if (name === 'style') {
        if (isSelfClosing) return;
        sheet = newSheet(attributes);
        if (!sheet) skipped = { name, depth: 1 };
      } else if (name === 'body') {
        const looks = hasBody ? undefined : bodyLooks(attributes);
        hasBody = true;
        if (looks) begin('div', looks);
      } else begin(name === 'image' ? 'img' : name, attributes);
    },
    text(text) {
      if (sheet) sheet.css.push(text);
      if (sheet || skipped) return;
      links.text(text);
      written.push(escaped(text));
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

/** Undefined for a sheet that is not CSS, or is meant for nobody can tell what. */
function newSheet(attributes: Map<string, string>): Sheet | undefined {
  const stated = attributes.get('media')?.trim() ?? '';
  const media = stated && safeMedia(stated);
  const isCss = /^\s*(?:text\/css\s*)?$/i.test(attributes.get('type') ?? '');
  return isCss && media !== undefined ? { media, css: [] } : undefined;
}

function sheetElement({ media, css }: Sheet, styles: StyleCleaner): string {
  const rules = styles.sheet(css.join(''));
  return rules && `<style${media && attribute('media', media)}>${rules}</style>`;
}

/** The looks of a body as those of a box in its place, for light text upon a dark body must not lose the dark. */
function bodyLooks(attributes: Map<string, string>): Map<string, string> | undefined {
  const looks = new Map([...attributes].filter(([name]) => ['class', 'dir', 'lang', 'align'].includes(name)));
  const colour = (property: string, value = '') =>
    value && `${property}:${/^(?:[\da-f]{3}){1,2}$/i.test(value) ? '#' : ''}${value};`;
  const style =
    colour('background-color', attributes.get('bgcolor')) +
    colour('color', attributes.get('text')) +
    (attributes.get('style') ?? '');
  if (style) looks.set('style', style);
  return looks.size > 0 ? looks : undefined;
}

const longestLinkText = 400;

/** Follows the link that is being written, and marks its tag once its whole text is known. */
function linkMarker(written: string[]) {
  let link: { tag: number; target: string; text: string } | undefined;
  return {
    isInside: () => link !== undefined,
    begin: (target: string) => void (link = { tag: written.length - 1, target, text: '' }),
    text(text: string) {
      if (link && link.text.length < longestLinkText) link.text += text.slice(0, longestLinkText);
    },
    end() {
      const host = link && mismatchedHost(link.text, link.target);
      const tag = link && written[link.tag];
      if (link && host && tag) written[link.tag] = `${tag.slice(0, -1)}${attribute('data-link-mismatch', host)}>`;
      link = undefined;
    },
  };
}
