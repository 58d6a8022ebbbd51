import assert from 'node:assert/strict';
import { afterEach, suite, test } from 'node:test';
import { pseudoLanguage } from './pseudo.ts';
import { saidOf } from './said.ts';
import { englishLanguage, speak } from './speaking.ts';
import { readWords } from './icu.ts';
import { createLanguage } from './spoken.ts';
import type { Tree } from './text.ts';

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

const polish: Tree = {
  plain: 'Jest tutaj',
  list: { files: '{count, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}' },
};

function wordsOf(words: Tree) {
  return saidOf(readWords(words)) as { plain: string; quoted: string; list: Record<string, Fill> };
}

function filled(words: ReturnType<typeof wordsOf>, name: string, values: Record<string, unknown>): string {
  return words.list[name]?.(values) ?? '';
}

suite('what is said', () => {
  afterEach(() => speak(englishLanguage));

  test('a text is filled in: numbers as people write them, names as a list, and what is nothing left out', () => {
    const words = wordsOf(english);
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

  test('another language has its own plurals, and what it does not say is said in English', () => {
    const words = wordsOf(english);
    const { list } = words;
    speak(createLanguage({ code: 'pl', words: readWords(polish) }));
    assert.equal(words.plain, 'Jest tutaj');
    assert.deepEqual(
      [1, 3, 5].map((count) => list['files']?.({ count })),
      ['1 plik', '3 pliki', '5 plików'],
    );
    assert.equal(filled(words, 'flag', { isOn: true }), 'on');
  });

  test('what was taken from the words before speaks the language of the page', () => {
    const { list } = wordsOf(english);
    const { files } = list;
    speak(createLanguage({ code: 'pl', words: readWords(polish) }));
    assert.equal(files?.({ count: 2 }), '2 pliki');
    speak(englishLanguage);
    assert.equal(files?.({ count: 2 }), '2 files');
  });

  test('a made-up language changes what is written and leaves what is filled in', () => {
    const words = wordsOf(english);
    speak({ ...pseudoLanguage('en-XA'), words: readWords(english) });
    assert.equal(filled(words, 'from', { names: ['Ann'] }), '⟦ƒŕöɱ  ~⟧Ann');
    assert.match(words.plain, /^⟦Îţ’š ĥéŕé( ~)+⟧$/);
    speak({ ...pseudoLanguage('ar-XB'), words: readWords(english) });
    assert.equal(filled(words, 'from', { names: ['Ann'] }), '\u202Efrom\u202C Ann');
  });

  test('the direction of a language is that of its script', () => {
    const of = (code: string) => createLanguage({ code, words: {} }).direction;
    assert.deepEqual(['de', 'ar', 'he', 'fa-IR', 'pt-BR'].map(of), ['ltr', 'rtl', 'rtl', 'rtl', 'ltr']);
  });
});
