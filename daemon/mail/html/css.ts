import { isAllowedValue, allowedProperties } from './css-properties.ts';
import { safeValue } from './css-values.ts';
import { nextPart, withoutComments } from './css-structure.ts';
import { isBalanced, safeSelectors } from './css-selectors.ts';

/** Cleans the styles of a message. Addresses of images in them are passed to `onUrl`. */
export type StyleCleaner = {
  /** The declarations of a `style` attribute; empty if none is left. */
  declarations(style: string): string;
  /** The rules of a `<style>` element; empty if none is left. */
  sheet(css: string): string;
};

const maxCssLength = 500_000;
const maxMediaDepth = 3;

/**
 * Rebuilds styles from an allow-list of properties, functions and at-rules. Invalid CSS loses its own declaration or
 * rule, as in a browser (CSS Syntax 3). All styles of a message together are limited to 500 KB; the rest is dropped.
 */
export function styleCleaner(onUrl: (address: string) => void): StyleCleaner {
  const cache = new Map<string, string>();
  let remaining = maxCssLength;
  const isWithinLimit = (css: string) => (remaining -= css.length) >= 0;
  return {
    declarations(style) {
      const cached = cache.get(style);
      if (cached !== undefined) return cached;
      const safe = isWithinLimit(style) ? safeDeclarations(style, onUrl) : '';
      cache.set(style, safe);
      return safe;
    },
    sheet: (css) => (isWithinLimit(css) ? safeRules(css, onUrl, 0) : ''),
  };
}

function safeRules(css: string, onUrl: (address: string) => void, depth: number): string {
  const rules: string[] = [];
  for (let at = 0; at < css.length;) {
    const part = nextPart(css, at);
    at = part.end;
    if (part.block === undefined) continue;
    const rule = safeRule(part.head, part.block, onUrl, depth);
    if (rule) rules.push(rule);
  }
  return rules.join('\n');
}

function safeRule(head: string, block: string, onUrl: (address: string) => void, depth: number): string {
  const prelude = withoutComments(head)
    .replace(/<!--|-->/g, ' ')
    .trim();
  if (prelude.startsWith('@')) {
    const query = /^@media\b(.*)$/is.exec(prelude)?.[1];
    const media = query === undefined || depth >= maxMediaDepth ? undefined : safeMedia(query);
    const rules = media ? safeRules(block, onUrl, depth + 1) : '';
    return rules && `@media ${media}{${rules}}`;
  }
  const selectors = safeSelectors(prelude);
  const declarations = selectors ? safeDeclarations(block, onUrl) : '';
  return declarations && `${selectors}{${declarations}}`;
}

/** Normalizes a media query; undefined if it contains unexpected syntax. */
export function safeMedia(query: string): string | undefined {
  const plain = query.trim().replace(/\s+/g, ' ');
  return /^[\w\s():,./-]+$/.test(plain) && isBalanced(plain) ? plain : undefined;
}

function safeDeclarations(css: string, onUrl: (address: string) => void): string {
  if (!/["'\\({[/]/.test(css))
    return css
      .split(';')
      .map((part) => safeDeclaration(part, onUrl))
      .filter(Boolean)
      .join(';');
  const declarations: string[] = [];
  for (let at = 0; at < css.length;) {
    const part = nextPart(css, at);
    at = part.end;
    const safe = part.block === undefined ? safeDeclaration(part.head, onUrl) : '';
    if (safe) declarations.push(safe);
  }
  return declarations.join(';');
}

function safeDeclaration(part: string, onUrl: (address: string) => void): string {
  const declaration = withoutComments(part);
  const colon = declaration.indexOf(':');
  if (colon < 0) return '';
  const property = declaration.slice(0, colon).trim().toLowerCase();
  if (!allowedProperties.has(property)) return '';
  const rawValue = declaration.slice(colon + 1);
  const important = /!\s{0,9}important\s*$/i.exec(rawValue);
  const value = safeValue(important ? rawValue.slice(0, important.index) : rawValue, onUrl);
  if (value === undefined || !isAllowedValue(property, value)) return '';
  return `${property}:${value}${important ? '!important' : ''}`;
}
