import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromModifiedUtf7, toModifiedUtf7 } from './modified-utf7.ts';

test('folder names are decoded and encoded as in IMAP', () => {
  for (const [name, encoded] of [
    ['Projects 2026', 'Projects 2026'],
    ['R&D', 'R&-D'],
    ['Entwürfe', 'Entw&APw-rfe'],
    ['~peter/mail/台北/日本語', '~peter/mail/&U,BTFw-/&ZeVnLIqe-'],
    ['Fête & été', 'F&AOo-te &- &AOk-t&AOk-'],
    ['a\tb', 'a&AAk-b'],
    ['📬', '&2D3c7A-'],
  ] as const) {
    assert.equal(toModifiedUtf7(name), encoded);
    assert.equal(fromModifiedUtf7(encoded), name);
  }
});

test('text that is not modified UTF-7 is left unchanged', () => {
  assert.equal(fromModifiedUtf7('R&D'), 'R&D');
  assert.equal(fromModifiedUtf7('&AOk open'), '&AOk open');
  assert.equal(fromModifiedUtf7('Tom & Jerry - the end'), 'Tom & Jerry - the end');
});
