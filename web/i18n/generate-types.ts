/**
 * `node web/i18n/generate-types.ts` writes `messages.ts`, the types of the English messages. A test compares the file with
 * the messages, so that a missing message or a wrong placeholder does not compile.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseText } from './icu.ts';
import { type PlaceholderKind, placeholdersOf } from './placeholders.ts';
import type { CatalogSource } from './message-format.ts';

/** The module with the types of all messages and their placeholders. */
export function messagesModule(catalog: CatalogSource): string {
  return [
    '/** Made from the English words by `node web/i18n/generate-types.ts`. */',
    'type PlaceholderValue = string | number | readonly string[];',
    '',
    '// prettier-ignore',
    `export type Messages = ${sectionType(catalog, '')};`,
    '',
  ].join('\n');
}

function sectionType(section: CatalogSource, indent: string): string {
  const lines = Object.entries(section).map(
    ([name, value]) =>
      `${indent}  ${keyOf(name)}: ${typeof value === 'string' ? textType(value) : sectionType(value, `${indent}  `)};`,
  );
  return ['{', ...lines, `${indent}}`].join('\n');
}

function textType(text: string): string {
  const placeholders = [...placeholdersOf(parseText(text))].map(([name, kinds]) => `${keyOf(name)}: ${typeOf(kinds)}`);
  return placeholders.length === 0 ? 'string' : `(values: { ${placeholders.join('; ')} }) => string`;
}

/** The narrowest type that all uses of a placeholder accept. */
function typeOf(kinds: ReadonlySet<PlaceholderKind>): string {
  const none = kinds.has('optional') ? ' | null | undefined' : '';
  if (kinds.has('number')) return `number${none}`;
  if (kinds.has('flag')) return 'boolean';
  return kinds.has('name') ? `string${none}` : `PlaceholderValue${none}`;
}

function keyOf(name: string): string {
  return /^[a-zA-Z_]\w*$/.test(name) ? name : `'${name}'`;
}

if (import.meta.main) {
  const file = join(import.meta.dirname, '../../resources/locales/en/page.json');
  const words = JSON.parse(readFileSync(file, 'utf8')) as CatalogSource;
  writeFileSync(join(import.meta.dirname, 'messages.ts'), messagesModule(words));
}
