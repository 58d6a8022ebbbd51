import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Phrases that texts for users do not use, and the words of docs/voice.md that take their place. */
const bannedPhrases: readonly (readonly [RegExp, string])[] = [
  [/\bby (?:itself|themselves)\b/i, 'automatically'],
  [/\b(?:take|takes|taken|took|taking) back\b/i, 'undo, cancel, restore'],
  [/\bsomebody\b/i, 'someone'],
  [/\bnobody\b/i, 'no one'],
  [/\bin spite of\b/i, 'anyway'],
  [/\bput right\b/i, 'repair, fix'],
  [/\bgoes by\b/i, 'is shown as'],
  [/\blies\b/i, 'is, is stored'],
  [/\b(?:throw|throws|thrown|threw|throwing) away\b/i, 'discard, delete'],
  [/\bas it was laid out\b/i, 'original formatting'],
  [/[\t ]…/, '… without a space before it'],
];

/** A sentence for each banned phrase in a text. */
function wordingProblems(text: string): string[] {
  return bannedPhrases.flatMap(([phrase, better]) => {
    const [found] = phrase.exec(text) ?? [];
    return found === undefined ? [] : [`“${found}” in “${excerpt(text, found)}”: ${better}`];
  });
}

function excerpt(text: string, found: string): string {
  const at = text.indexOf(found);
  return text
    .slice(Math.max(0, at - 40), at + found.length + 40)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

type Catalog = { readonly [name: string]: string | Catalog };

const textsOf = (catalog: Catalog): string[] =>
  Object.values(catalog).flatMap((value) => (typeof value === 'string' ? [value] : textsOf(value)));

test('the message catalogs are worded as docs/voice.md says', () => {
  const files = globSync('resources/locales/en/*.json', { cwd: root });
  assert.ok(files.length > 0);
  const problems = files.flatMap((file) =>
    textsOf(JSON.parse(read(file)) as Catalog)
      .flatMap(wordingProblems)
      .map((problem) => `${file}: ${problem}`),
  );
  assert.deepEqual(problems, []);
});

test('banned phrases are found whatever their case, and words that contain them are not', () => {
  assert.deepEqual(wordingProblems('Sent by itself …'), [
    '“by itself” in “Sent by itself …”: automatically',
    '“ …” in “Sent by itself …”: … without a space before it',
  ]);
  const bad = ['Nobody', 'Take back', 'it lies on disk', 'thrown away', 'in spite of', 'Put right', 'It goes by X'];
  for (const text of bad) assert.equal(wordingProblems(text).length, 1, text);
  const good = ['Sending…', 'replies, families', 'Replies go to Ada', 'Undo', 'It goes bye', 'Put it right here'];
  assert.deepEqual(good.flatMap(wordingProblems), []);
});
