import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { catalogProblems } from './validate.ts';
import { messagesModule } from './generate-types.ts';
import type { CatalogSource } from './message-format.ts';
import { unusedMessages } from './unused-messages.ts';
import { hardcodedText } from './hardcoded-text.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const hardcodedTextIn = (path: string) => JSON.parse(read(path)) as CatalogSource;
const english = hardcodedTextIn('resources/locales/en/page.json');

test('every language has all messages, all can be parsed, and none has an unknown placeholder', () => {
  const files = globSync('resources/locales/*/page.json', { cwd: root });
  assert.ok(files.length > 0);
  for (const file of files) assert.deepEqual(catalogProblems(hardcodedTextIn(file), english), [], file);
});

test('errors in the messages of a language are reported', () => {
  const model = { list: { files: '{count, plural, one {# file} other {# files}}', none: 'None', 'a.b': 'Dots' } };
  assert.deepEqual(
    catalogProblems({ list: { files: '{number} Dateien', none: 'Keine {', more: 'Mehr' } }, model).map((fault) =>
      fault.replace(/read: .*/, 'read'),
    ),
    ['list > files asks for {number}', 'list > none cannot be read', 'list > more is unknown', 'list > a.b is missing'],
  );
});

test('the message types match the English messages', () => {
  assert.equal(read('web/i18n/messages.ts'), messagesModule(english), 'Run node web/i18n/generate-types.ts.');
});

test('every message is used', () => {
  const files = globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: ['web/dist/**', 'web/i18n/messages.ts'] });
  const sources = files.filter((file) => !file.endsWith('.test.ts')).map(read);
  assert.deepEqual(unusedMessages(english, sources), []);
});

test('an unused message is reported', () => {
  const words = {
    list: { one: '1', two: '2', orders: { up: 'Up', down: 'Down' } },
    reader: { back: 'Back', gone: 'Gone' },
  };
  const sources = [
    'const words = strings.list;\nconst text = words.one;\nconst order = words.orders[wanted];',
    'const { back } = strings.reader;\nreturn back;',
  ];
  assert.deepEqual(unusedMessages(words, sources), ['list > two', 'reader > gone']);
});

test('the sources contain no hard-coded text', () => {
  const files = globSync('web/**/*.tsx', { cwd: root, exclude: ['web/dist/**'] });
  const written = files.flatMap((file) => hardcodedText(file, read(file)).map((text) => `${file}: ${text}`));
  assert.deepEqual(written, []);
});

test('hard-coded text is found, and other strings are not reported', () => {
  const page =
    '<p className="The name" title="Go on"><b>Hello there</b> {words.more} · <input placeholder={text} /></p>;';
  assert.deepEqual(hardcodedText('page.tsx', page), ['Go on', 'Hello there']);
});

test('the styles use logical directions instead of left and right', () => {
  const sided =
    /(?:^|[\s;{])(?:(?:margin|padding|border)-(?:left|right)[\w-]*:|(?:left|right):|(?:float|text-align): (?:left|right)).*/gm;
  const files = globSync('web/**/*.css', { cwd: root, exclude: ['web/dist/**'] });
  const found = files.flatMap((file) =>
    (
      read(file)
        .replaceAll(/\/\*[^]*?\*\//g, '')
        .match(sided) ?? []
    ).map((line) => `${file}: ${line.trim()}`),
  );
  assert.deepEqual(found, []);
});
