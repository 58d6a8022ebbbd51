import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';

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

/** Sentences for users have contractions. */
const longForms = /\b(?:cannot|(?:could|does|do|did|is|are|was|were|has|have|had|would|should|will) not)\b/i;

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

const problemsIn = (files: readonly string[], textsIn: (file: string) => string[]): string[] =>
  files.flatMap((file) =>
    textsIn(file)
      .flatMap(wordingProblems)
      .map((problem) => `${file}: ${problem}`),
  );

/** Tests, the mail of the demo and of the fake provider, and the history of the database. */
const excludedSources = /\.(?:test|d)\.ts$|^daemon\/(?:demo|providers\/(?:fake|conformance)|store\/migrations)\//;

function stringsOf(file: string, code: string): string[] {
  const strings: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      strings.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest));
  return strings;
}

const refusal = /\bnew (?:Failure|HttpRefusal|ProviderError)\(/;

/** The parts of the messages with which a source refuses a request. */
function refusalsOf(file: string, code: string): string[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && refusal.test(`new ${node.expression.getText(source)}(`))
      found.push(...(node.arguments ?? []).flatMap((argument) => stringsOf(file, `(${argument.getText(source)})`)));
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

type Catalog = { readonly [name: string]: string | Catalog };

const textsOf = (catalog: Catalog): string[] =>
  Object.values(catalog).flatMap((value) => (typeof value === 'string' ? [value] : textsOf(value)));

test('the message catalogs are worded as docs/voice.md says', () => {
  const files = globSync('resources/locales/en/*.json', { cwd: root });
  assert.ok(files.length > 0);
  assert.deepEqual(
    problemsIn(files, (file) => textsOf(JSON.parse(read(file)) as Catalog)),
    [],
  );
});

test('texts of the page and refusals of the daemon have contractions', () => {
  const catalogs = globSync('resources/locales/en/*.json', { cwd: root });
  const texts = catalogs.flatMap((file) => textsOf(JSON.parse(read(file)) as Catalog));
  const sources = globSync('{daemon,bridge,headless}/**/*.ts', { cwd: root });
  const files = sources.filter((file) => !excludedSources.test(file.replaceAll('\\', '/')));
  assert.ok(files.length > 100);
  const refusals = files.flatMap((file) => {
    const code = read(file);
    return longForms.test(code) && refusal.test(code) ? refusalsOf(file, code) : [];
  });
  const isLong = (text: string) => longForms.test(text) && text !== 'Do not disturb';
  assert.deepEqual([...texts, ...refusals].filter(isLong), []);
});

test('the guides and the README are worded as docs/voice.md says', () => {
  const files = globSync('{README.md,docs/*.md}', { cwd: root, exclude: ['docs/voice.md'] });
  assert.ok(files.length > 4);
  // The guides also use … for a part that is left out.
  assert.deepEqual(
    problemsIn(files, (file) => [read(file).replaceAll(' …', '…')]),
    [],
  );
});

test('the texts of the daemon, the command line and the app are worded as docs/voice.md says', () => {
  const sources = globSync('{run.mjs,headless.ts,{daemon,bridge,headless,electron}/**/*.ts}', { cwd: root });
  const files = sources.filter((file) => !excludedSources.test(file.replaceAll('\\', '/')));
  assert.ok(files.length > 100);
  assert.deepEqual(
    problemsIn(files, (file) => stringsOf(file, read(file))),
    [],
  );
});

test('the strings of a source are found, with the parts of templates, and comments are not', () => {
  const source = '// by itself\nconst a = \'one\' + `two ${b} three`;\nconst c = { d: "four" };';
  assert.deepEqual(stringsOf('a.ts', source), ['one', 'two ', ' three', 'four']);
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
