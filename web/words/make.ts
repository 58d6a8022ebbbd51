/**
 * `node web/words/make.ts` writes `messages.ts`, the types of the English words, which a test compares with them: so a word
 * that is missing, or filled in with something else, does not compile.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from './icu.ts';
import { type Kind, placesOf } from './filled-places.ts';
import type { Tree } from './text.ts';

/** The module that says which words there are, and what each is filled in with. */
export function messagesModule(words: Tree): string {
  return [
    '/** Made from the English words by `node web/words/make.ts`. */',
    'type Said = string | number | readonly string[];',
    '',
    '// prettier-ignore',
    `export type Messages = ${sectionType(words, '')};`,
    '',
  ].join('\n');
}

function sectionType(words: Tree, indent: string): string {
  const lines = Object.entries(words).map(
    ([name, value]) =>
      `${indent}  ${keyOf(name)}: ${typeof value === 'string' ? textType(value) : sectionType(value, `${indent}  `)};`,
  );
  return ['{', ...lines, `${indent}}`].join('\n');
}

function textType(text: string): string {
  const places = [...placesOf(readText(text))].map(([name, kinds]) => `${keyOf(name)}: ${typeOf(kinds)}`);
  return places.length === 0 ? 'string' : `(values: { ${places.join('; ')} }) => string`;
}

/** The narrowest that all its uses can take. */
function typeOf(kinds: ReadonlySet<Kind>): string {
  const none = kinds.has('optional') ? ' | null | undefined' : '';
  if (kinds.has('number')) return `number${none}`;
  if (kinds.has('flag')) return 'boolean';
  return kinds.has('name') ? `string${none}` : `Said${none}`;
}

function keyOf(name: string): string {
  return /^[a-zA-Z_]\w*$/.test(name) ? name : `'${name}'`;
}

if (import.meta.main) {
  const file = join(import.meta.dirname, '../../resources/locales/en/page.json');
  const words = JSON.parse(readFileSync(file, 'utf8')) as Tree;
  writeFileSync(join(import.meta.dirname, 'messages.ts'), messagesModule(words));
}
