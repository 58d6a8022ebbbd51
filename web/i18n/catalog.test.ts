import assert from 'node:assert/strict';
import { afterEach, suite, test } from 'node:test';
import { pseudoLocale } from './pseudo-locale.ts';
import { createCatalog } from './catalog.ts';
import { englishLocale, setLocale } from './current-locale.ts';
import { parseCatalog } from './icu.ts';
import { createLocale } from './locale.ts';
import type { CatalogSource } from './message-format.ts';

type Fill = (values: Record<string, unknown>) => string;

const english = {
  plain: 'It’s here',
  quoted: "Write '{name}' there",
  list: {
    files: '{count, plural, one {# file} other {# files}}',
    from: 'from {names}',
    error: 'Not sent{why, select, _none {} other {: {why}}}',
    flag: '{isOn, select, true {on} other {off}}',
    large: '{count, number} of {total}',
  },
};

const polish: CatalogSource = {
  plain: 'Jest tutaj',
  list: { files: '{count, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}' },
};

function catalogOf(messages: CatalogSource) {
  return createCatalog(parseCatalog(messages)) as { plain: string; quoted: string; list: Record<string, Fill> };
}

function filled(words: ReturnType<typeof catalogOf>, name: string, values: Record<string, unknown>): string {
  return words.list[name]?.(values) ?? '';
}

suite('messages', () => {
  afterEach(() => setLocale(englishLocale));

  test('placeholders are filled in: numbers are formatted, names become a list, and empty values are left out', () => {
    const words = catalogOf(english);
    assert.equal(words.plain, 'It’s here');
    assert.equal(words.quoted, 'Write {name} there');
    assert.equal(filled(words, 'files', { count: 1 }), '1 file');
    assert.equal(filled(words, 'files', { count: 12_345 }), '12,345 files');
    assert.equal(filled(words, 'from', { names: ['Ann', 'Ben', 'Cleo'] }), 'from Ann, Ben and Cleo');
    assert.equal(filled(words, 'error', { why: 'no network' }), 'Not sent: no network');
    for (const why of [null, undefined, '', []]) assert.equal(filled(words, 'error', { why }), 'Not sent');
    assert.equal(filled(words, 'error', { why: '_none' }), 'Not sent: _none');
    assert.equal(filled(words, 'flag', { isOn: false }), 'off');
    assert.equal(filled(words, 'large', { count: 1000, total: '<b>{x}</b>' }), '1,000 of <b>{x}</b>');
  });

  test('each language has its own plural forms, and missing messages are in English', () => {
    const words = catalogOf(english);
    const { list } = words;
    setLocale(createLocale({ code: 'pl', catalog: parseCatalog(polish) }));
    assert.equal(words.plain, 'Jest tutaj');
    assert.deepEqual(
      [1, 3, 5].map((count) => list['files']?.({ count })),
      ['1 plik', '3 pliki', '5 plików'],
    );
    assert.equal(filled(words, 'flag', { isOn: true }), 'on');
  });

  test('functions of the catalog follow the language of the page', () => {
    const { list } = catalogOf(english);
    const { files } = list;
    setLocale(createLocale({ code: 'pl', catalog: parseCatalog(polish) }));
    assert.equal(files?.({ count: 2 }), '2 pliki');
    setLocale(englishLocale);
    assert.equal(files?.({ count: 2 }), '2 files');
  });

  test('a pseudo locale changes the text and keeps the placeholder values', () => {
    const words = catalogOf(english);
    setLocale({ ...pseudoLocale('en-XA'), catalog: parseCatalog(english) });
    assert.equal(filled(words, 'from', { names: ['Ann'] }), '⟦ƒŕöɱ  ~⟧Ann');
    assert.match(words.plain, /^⟦Îţ’š ĥéŕé( ~)+⟧$/);
    setLocale({ ...pseudoLocale('ar-XB'), catalog: parseCatalog(english) });
    assert.equal(filled(words, 'from', { names: ['Ann'] }), '\u202Efrom\u202C Ann');
  });

  test('the direction of a language is that of its script', () => {
    const of = (code: string) => createLocale({ code, catalog: {} }).direction;
    assert.deepEqual(['de', 'ar', 'he', 'fa-IR', 'pt-BR'].map(of), ['ltr', 'rtl', 'rtl', 'rtl', 'ltr']);
  });
});
