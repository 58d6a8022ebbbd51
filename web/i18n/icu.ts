import { IntlMessageFormat } from 'intl-messageformat';
import { type Part, type Text, type CatalogSource, type Catalog } from './message-format.ts';

type Options = Readonly<Record<string, { value: readonly ParsedNode[] }>>;

/** The part of a message for a node type of the library. */
type ParsedNode =
  | { type: 0 | 1; value: string }
  | { type: 2; value: string; style?: unknown }
  | { type: 5; value: string; options: Options }
  | { type: 6; value: string; options: Options; offset: number; pluralType: 'cardinal' | 'ordinal' }
  | { type: 7 };

/** Parses all messages of a catalog. Throws what `readText` throws. */
export function parseCatalog(tree: CatalogSource): Catalog {
  return Object.fromEntries(
    Object.entries(tree).map(([name, value]) => [
      name,
      typeof value === 'string' ? parseText(value) : parseCatalog(value),
    ]),
  );
}

/**
 * Parses a message (ICU MessageFormat; tags are plain text). Throws a SyntaxError for invalid syntax, and for features that
 * the page does not support: dates, and custom number formats.
 */
export function parseText(text: string): Text {
  if (!/[{}']/.test(text)) return text;
  const nodes = new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst() as unknown as ParsedNode[];
  const parts = nodes.map(partOf);
  return parts.every((part) => typeof part === 'string') ? parts.join('') : parts;
}

function partOf(node: ParsedNode): Part {
  switch (node.type) {
    case 0:
      return node.value;
    case 1:
      return ['value', node.value];
    case 2:
      if (node.style) throw new SyntaxError(`{${node.value}} has a style, which the page does not support`);
      return ['number', node.value];
    case 5:
      return ['select', node.value, optionsOf(node.options)];
    case 6: {
      const kind = node.pluralType === 'ordinal' ? 'ordinal' : 'plural';
      return node.offset === 0
        ? [kind, node.value, optionsOf(node.options)]
        : [kind, node.value, optionsOf(node.options), node.offset];
    }
    case 7:
      return ['#'];
    default:
      throw new SyntaxError(
        `{${(node as { value: string }).value}} is a date or a time, which the page does not fill in`,
      );
  }
}

function optionsOf(options: Options): Record<string, readonly Part[]> {
  return Object.fromEntries(Object.entries(options).map(([choice, { value }]) => [choice, value.map(partOf)]));
}
