import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runCount } from '../../test-run-count.ts';
import { snippetOf } from './snippet.ts';

test('the first words are joined on one line', () => {
  assert.equal(snippetOf('Dear Grace,\n\n  the   tea\tis\u00a0ready.\r\n\r\nAda'), 'Dear Grace, the tea is ready. Ada');
});

test('quotes and their introductions are skipped', () => {
  assert.equal(
    snippetOf('On 3 May 2024, Ada <ada@example.org> wrote:\n> Tea?\n\nPlease.\n> Milk?\nNo.'),
    'Please. No.',
  );
  assert.equal(snippetOf('Yes.\n\n-----Original Message-----\nFrom: Ada\nSent: May\nTo: Grace\n\nTea?'), 'Yes.');
});

test('signatures, rules and addresses are skipped', () => {
  assert.equal(snippetOf('=======\nhttps://example.org/a/b?c\nHello\n* * *\nworld\n-- \nAda'), 'Hello world');
  assert.equal(snippetOf('Hello\n\nSent from my iPhone\n'), 'Hello');
  assert.equal(snippetOf('Read <https://example.org/a> the [image: Logo] news ( x )'), 'Read the news ( x )');
});

test('hints on how to view a newsletter are skipped', () => {
  const hints = [
    'View this email in your browser',
    'View in browser <https://example.org/v>',
    'Having trouble viewing this email? Click here',
    'Read Online | March 7',
    'Im Browser ansehen',
    'Si ce message ne s’affiche pas, ouvrez-le dans votre navigateur',
    'Ver en el navegador',
    'This is a multi-part message in MIME format.',
  ];
  for (const hint of hints) assert.equal(snippetOf(`${hint}\n\nSpring is here`), 'Spring is here', hint);
  assert.equal(snippetOf('I cannot open the page in my browser, and neither can Ada.'), '');
});

test('a message that only forwards another shows the forwarded text', () => {
  assert.equal(
    snippetOf('---------- Forwarded message ---------\nFrom: Ada\nDate: May\nSubject: Tea\n\nTea is ready.'),
    'Tea is ready.',
  );
  assert.equal(snippetOf('> Tea is\n>> ready.\n'), 'Tea is ready.');
});

test('invisible characters are removed', () => {
  assert.equal(snippetOf('\u200c\u00a0\u200c\u00a0\u034f\n\ufeffHel\u00adlo'), 'Hello');
});

test('an empty text gives an empty snippet', () => {
  for (const text of ['', '\n\n', '>', '-- \n', '____']) assert.equal(snippetOf(text), '');
});

test('a snippet has at most 200 characters, without half surrogate pairs', () => {
  assert.equal(snippetOf('a'.repeat(5_000)), 'a'.repeat(200));
  assert.equal(snippetOf(`a${'😀'.repeat(500)}`), `a${'😀'.repeat(99)}`);
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('> a', '', '-- ')), { maxLength: 80 }),
      (lines) => {
        const snippet = snippetOf(lines.join('\n'));
        assert.ok(
          snippet.length <= 200 && snippet.isWellFormed() && snippet === snippet.trim() && !snippet.includes('\n'),
        );
      },
    ),
    { seed: 11, numRuns: runCount(500) },
  );
});

test('only the beginning of a long text is read', () => {
  assert.equal(snippetOf(`${'\n'.repeat(8_000)}late`), '');
  for (const text of ['<http://', '[', 'view ', '> ', ' \u200c', 'On 1 '])
    assert.ok(snippetOf(text.repeat(500_000)).length <= 200);
});
