import { linkContext, isPaperColour, type Declaration, type LinkContext } from './css-link-rules.ts';
import { formatDeclarations, formatRules, safeMedia, type StyleRule } from './css.ts';
import { formatAttribute, escapeHtml } from './escape.ts';
import { otherImageAddresses } from './images.ts';
import { createLinkContexts, type ContextElement } from './link-contexts.ts';
import { createLinkMarker } from './link-marks.ts';
import { trackNesting } from './nesting.ts';
import { createTagWriter, type Tag, type TagWriterDeps } from './open-tag.ts';
import { allowedTags, foreignTags, rawTextTags, removedTags, voidTags } from './tags.ts';
import type { HtmlHandler } from './walk.ts';

const maxDepth = 250;

/** What is written: text and end tags, start tags, and the rules of a style element. */
type Written =
  string | (Tag & { element: ContextElement; mark?: string }) | { media: string; rules: readonly StyleRule[] };

/**
 * Writes the tokens of `walkHtml` as safe HTML. End tags stay in place, because only a browser knows their effect;
 * end tags without a start tag are omitted, open elements are closed at the end, and elements beyond the maximum
 * depth are omitted. Styles are written at the end, when it is known which of them apply to links.
 */
export function createHtmlWriter(deps: TagWriterDeps): HtmlHandler & { end(): string } {
  const written: Written[] = [];
  const elements = trackNesting(maxDepth);
  const contexts = createLinkContexts();
  const writeTag = createTagWriter(deps);
  const links = createLinkMarker();
  const skipped = createSkippedElement();
  let sheet: Sheet | undefined;
  let hasBody = false;

  function endSheet(): void {
    if (sheet) written.push({ media: sheet.media, rules: deps.styles.sheet(sheet.css.join('')) });
    sheet = undefined;
  }

  function begin(name: string, attributes: Map<string, string>): void {
    if (!allowedTags.has(name) || (links.isInside() && name === 'bdi') || !elements.begin(name)) return;
    if (name === 'a') links.beforeLink();
    links.cell(name, 'start');
    const isInLink = links.isInside();
    const tag = writeTag(name, attributes, isInLink);
    if (isInLink && !voidTags.has(name) && isInvisible(tag.styles, attributes)) {
      elements.end(name);
      return skipped.begin(name, true);
    }
    const isLink = tag.target !== undefined;
    if (isLink) contexts.link();
    const context = isLink ? linkContext.link : isInLink && name !== 'img' ? linkContext.inside : linkContext.none;
    const entry = { ...tag, element: { name, attributes, context } };
    contexts.begin(entry.element, voidTags.has(name));
    written.push(entry);
    links.begin(name, attributes);
    if (name === 'a' && tag.target !== undefined)
      links.beginLink(tag.target, (host) => Object.assign(entry, { mark: host }));
    if (name === 'img') links.image(attributes.get('alt') ?? '');
  }

  return {
    open(name, attributes, isSelfClosing) {
      for (const address of otherImageAddresses(name, attributes)) deps.images.block(address);
      const isEmpty = isSelfClosing && !(rawTextTags.has(name) && !skipped.isForeign());
      if (skipped.containsStart(name, isEmpty)) return;
      if (removedTags.has(name)) {
        if (!isEmpty) skipped.begin(name, false);
      } else if (name === 'style') {
        sheet = newSheet(attributes);
        if (!sheet) skipped.begin(name, false);
      } else if (name === 'body') {
        const bodyAttributes = hasBody ? undefined : attributesOfBody(attributes);
        hasBody = true;
        if (bodyAttributes) begin('div', bodyAttributes);
      } else begin(name === 'image' ? 'img' : name, attributes);
    },
    text(text) {
      if (sheet) sheet.css.push(text);
      if (sheet || skipped.isOpen()) return;
      const shown = withoutOverrides(text, links.isInside());
      if (links.isInside() && /[^\s\u200b-\u200d\ufeff]/.test(shown)) contexts.linkText();
      links.text(shown);
      written.push(escapeHtml(shown));
    },
    close(name) {
      if (skipped.containsEnd(name)) return;
      if (name === 'style') endSheet();
      if (name === 'a' && !links.endLink()) return;
      if (!elements.end(name)) return;
      links.cell(name, 'end');
      links.end(name);
      contexts.end(name);
      written.push(`</${name}>`);
    },
    isForeign: skipped.isForeign,
    end() {
      endSheet();
      links.endAll();
      const end = elements.open().map((name) => `</${name}>`);
      return formatAll(written, contexts.contextOfSelector) + end.join('');
    },
  };
}

/** The element that is omitted with its content, while it is open. Inside a link it ends with the link at the latest. */
function createSkippedElement() {
  let skipped: { name: string; depth: number; isInLink: boolean } | undefined;
  const endWithLink = (name: string) => {
    if (skipped?.isInLink && name === 'a') skipped = undefined;
  };
  return {
    begin(name: string, isInLink: boolean): void {
      skipped = { name, depth: 1, isInLink };
    },
    isOpen: () => skipped !== undefined,
    isForeign: () => foreignTags.has(skipped?.name ?? ''),
    /** Whether a start tag is a part of the omitted content. */
    containsStart(name: string, isEmpty: boolean): boolean {
      endWithLink(name);
      if (skipped?.name === name && !isEmpty) skipped.depth++;
      return skipped !== undefined;
    },
    /** Whether an end tag is a part of the omitted element. */
    containsEnd(name: string): boolean {
      endWithLink(name);
      if (!skipped) return false;
      if (name === skipped.name && --skipped.depth === 0) skipped = undefined;
      return true;
    },
  };
}

function formatAll(written: readonly Written[], contextOf: (selector: string) => LinkContext): string {
  const hasBackground = written.some((part) => typeof part !== 'string' && hasBackgroundIn(part));
  const allow = (declaration: Declaration, context: LinkContext) =>
    hasBackground || context < linkContext.aroundText || !isPaperColour(declaration);
  return written
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('rules' in part) {
        const rules = formatRules(part.rules, contextOf, allow);
        return rules && `<style${part.media && formatAttribute('media', part.media)}>${rules}</style>`;
      }
      const style = formatDeclarations(part.styles, part.element.context, allow);
      const mark = part.mark === undefined ? '' : formatAttribute('data-link-mismatch', part.mark);
      return `<${part.name}${part.before}${style && formatAttribute('style', style)}${part.after}${mark}>`;
    })
    .join('');
}

/** Whether something may have another background than the page. */
function hasBackgroundIn(part: Exclude<Written, string>): boolean {
  if ('rules' in part) return part.rules.some(hasBackgroundInRule);
  return part.element.attributes.has('bgcolor') || part.styles.some(isBackground);
}

function hasBackgroundInRule(rule: StyleRule): boolean {
  return 'media' in rule ? rule.rules.some(hasBackgroundInRule) : rule.declarations.some(isBackground);
}

function isBackground({ property, value }: Declaration): boolean {
  return (
    /^background(?:-color|-image)?$/.test(property) && !/^(?:none|transparent|inherit|initial|unset)$/i.test(value)
  );
}

/** Whether an element is not rendered, so that its text must not become a part of the text around it. */
function isInvisible(styles: readonly Declaration[], attributes: ReadonlyMap<string, string>): boolean {
  const display = styles.findLast(({ property }) => property === 'display');
  return attributes.has('hidden') || display?.value.toLowerCase() === 'none';
}

/** Characters that turn the order of the letters after them, or, in a link, that can change it. */
function withoutOverrides(text: string, isInLink: boolean): string {
  return text.replace(isInLink ? /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g : /[\u202d\u202e]/g, '');
}

type Sheet = { media: string; css: string[] };

/** Undefined if the sheet is not CSS or its media query is not understood. */
function newSheet(attributes: Map<string, string>): Sheet | undefined {
  const stated = attributes.get('media')?.trim() ?? '';
  const media = stated && safeMedia(stated);
  const isCss = /^\s*(?:text\/css\s*)?$/i.test(attributes.get('type') ?? '');
  return isCss && media !== undefined ? { media, css: [] } : undefined;
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
