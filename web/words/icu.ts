import { IntlMessageFormat } from 'intl-messageformat';
import { type Part, type Text, type Tree, type Words } from './text.ts';

type Options = Readonly<Record<string, { value: readonly Read[] }>>;

/** A part of a text by the number that the library gives it. */
type Read =
  | { type: 0 | 1; value: string }
  | { type: 2; value: string; style?: unknown }
  | { type: 5; value: string; options: Options }
  | { type: 6; value: string; options: Options; offset: number; pluralType: 'cardinal' | 'ordinal' }
  | { type: 7 };

/** Words read, text by text. It throws what `readText` throws. */
export function readWords(tree: Tree): Words {
  return Object.fromEntries(
    Object.entries(tree).map(([name, value]) => [name, typeof value === 'string' ? readText(value) : readWords(value)]),
  );
}

/**
 * A text read (ICU MessageFormat; what looks like a tag is text). It throws a SyntaxError where that cannot be done, and
 * where it asks for what the page does not fill in: dates, and numbers written in a way of their own.
 */
export function readText(text: string): Text {
  if (!/[{}']/.test(text)) return text;
  const read = new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst() as unknown as Read[];
  const parts = read.map(partOf);
  return parts.every((part) => typeof part === 'string') ? parts.join('') : parts;
}

function partOf(read: Read): Part {
  switch (read.type) {
    case 0:
      return read.value;
    case 1:
      return ['value', read.value];
    case 2:
      if (read.style) throw new SyntaxError(`{${read.value}} has a style, which the page does not know`);
      return ['number', read.value];
    case 5:
      return ['select', read.value, optionsOf(read.options)];
    case 6: {
      const kind = read.pluralType === 'ordinal' ? 'ordinal' : 'plural';
      return read.offset === 0
        ? [kind, read.value, optionsOf(read.options)]
        : [kind, read.value, optionsOf(read.options), read.offset];
    }
    case 7:
      return ['#'];
    default:
      throw new SyntaxError(
        `{${(read as { value: string }).value}} is a date or a time, which the page does not fill in`,
      );
  }
}

function optionsOf(options: Options): Record<string, readonly Part[]> {
  return Object.fromEntries(Object.entries(options).map(([choice, { value }]) => [choice, value.map(partOf)]));
}
