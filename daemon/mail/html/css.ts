import { isAllowedValue, allowedProperties } from './css-properties.ts';
import { hasViewportHeight, safeValue } from './css-values.ts';
import { linkContext, linkDeclarations, type Declaration, type LinkContext } from './css-link-rules.ts';
import { nextPart, withoutComments } from './css-structure.ts';
import { isBalanced, safeSelectors } from './css-selectors.ts';

/** Cleans the styles of a message. Addresses of images in them are passed to `onUrl`. */
export type StyleCleaner = {
  /** The declarations of a `style` attribute; empty if none is left. */
  declarations(style: string): readonly Declaration[];
  /** The rules of a `<style>` element; empty if none is left. */
  sheet(css: string): readonly StyleRule[];
};

/** A rule, or the rules within a media query. */
export type StyleRule =
  | { selectors: readonly string[]; declarations: readonly Declaration[] }
  | { media: string; rules: readonly StyleRule[] };

const maxCssLength = 500_000;
const maxMediaDepth = 3;

/**
 * Rebuilds styles from an allow-list of properties, functions and at-rules. Invalid CSS loses its own declaration or
 * rule, as in a browser (CSS Syntax 3). All styles of a message together are limited to 500 KB; the rest is dropped.
 */
export function styleCleaner(onUrl: (address: string) => void): StyleCleaner {
  const cache = new Map<string, readonly Declaration[]>();
  let remaining = maxCssLength;
  const isWithinLimit = (css: string) => (remaining -= css.length) >= 0;
  return {
    declarations(style) {
      const cached = cache.get(style);
      if (cached !== undefined) return cached;
      const safe = isWithinLimit(style) ? safeDeclarations(style, onUrl) : [];
      cache.set(style, safe);
      return safe;
    },
    sheet: (css) => (isWithinLimit(css) ? safeRules(css, onUrl, 0) : []),
  };
}

function safeRules(css: string, onUrl: (address: string) => void, depth: number): StyleRule[] {
  const rules: StyleRule[] = [];
  for (let at = 0; at < css.length;) {
    const part = nextPart(css, at);
    at = part.end;
    if (part.block === undefined) continue;
    const rule = safeRule(part.head, part.block, onUrl, depth);
    if (rule) rules.push(rule);
  }
  return rules;
}

function safeRule(head: string, block: string, onUrl: (address: string) => void, depth: number): StyleRule | undefined {
  const prelude = withoutComments(head)
    .replace(/<!--|-->/g, ' ')
    .trim();
  if (prelude.startsWith('@')) {
    const query = /^@media\b(.*)$/is.exec(prelude)?.[1];
    const media = query === undefined || depth >= maxMediaDepth ? undefined : safeMedia(query);
    return media ? { media, rules: safeRules(block, onUrl, depth + 1) } : undefined;
  }
  const selectors = safeSelectors(prelude);
  return selectors && { selectors, declarations: safeDeclarations(block, onUrl) };
}

/** Formats rules, each for the selectors of one context after the other. */
export function formatRules(
  rules: readonly StyleRule[],
  contextOf: (selector: string) => LinkContext,
  allow: (declaration: Declaration, context: LinkContext) => boolean,
): string {
  return rules
    .flatMap((rule) => {
      if ('media' in rule) {
        const inner = formatRules(rule.rules, contextOf, allow);
        return inner ? [`@media ${rule.media}{${inner}}`] : [];
      }
      return [...Map.groupBy(rule.selectors, contextOf)].flatMap(([context, selectors]) => {
        const declarations = formatDeclarations(rule.declarations, context, allow);
        return declarations ? [`${selectors.join(',')}{${declarations}}`] : [];
      });
    })
    .join('\n');
}

export function formatDeclarations(
  declarations: readonly Declaration[],
  context: LinkContext = linkContext.none,
  allow: (declaration: Declaration, context: LinkContext) => boolean = () => true,
): string {
  return linkDeclarations(declarations, context)
    .filter((each) => allow(each, context))
    .map(({ property, value, isImportant }) => `${property}:${value}${isImportant ? '!important' : ''}`)
    .join(';');
}

/** A share of the window's height says nothing about the content, and a message in a window of its own height has none. */
const isHeight = /^(?:(?:min|max)-)?(?:height|block-size)$/;
/** Queries whose answer would change with the height of the content. */
const heightQuery = /(?<!device-)\b(?:height|block-size|aspect-ratio|orientation)\b/i;

/** Normalizes a media query; undefined if it contains unexpected syntax or depends on the height of the window. */
export function safeMedia(query: string): string | undefined {
  const plain = query.trim().replace(/\s+/g, ' ');
  return /^[\w\s():,./-]+$/.test(plain) && isBalanced(plain) && !heightQuery.test(plain) ? plain : undefined;
}

function safeDeclarations(css: string, onUrl: (address: string) => void): Declaration[] {
  if (!/["'\\({[/]/.test(css)) return css.split(';').flatMap((part) => safeDeclaration(part, onUrl) ?? []);
  const declarations: Declaration[] = [];
  for (let at = 0; at < css.length;) {
    const part = nextPart(css, at);
    at = part.end;
    const safe = part.block === undefined ? safeDeclaration(part.head, onUrl) : undefined;
    if (safe) declarations.push(safe);
  }
  return declarations;
}

function safeDeclaration(part: string, onUrl: (address: string) => void): Declaration | undefined {
  const declaration = withoutComments(part);
  const colon = declaration.indexOf(':');
  if (colon < 0) return undefined;
  const property = declaration.slice(0, colon).trim().toLowerCase();
  if (!allowedProperties.has(property)) return undefined;
  const rawValue = declaration.slice(colon + 1);
  const important = /!\s{0,9}important\s*$/i.exec(rawValue);
  const value = safeValue(important ? rawValue.slice(0, important.index) : rawValue, onUrl);
  if (value === undefined || !isAllowedValue(property, value)) return undefined;
  if (isHeight.test(property) && hasViewportHeight(rawValue)) return undefined;
  return { property, value, isImportant: Boolean(important) };
}
