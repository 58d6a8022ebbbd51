import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { numberedName, safeFileName } from './file-name.ts';

test('an unsafe name becomes safe on every system and keeps its extension', () => {
  const names = {
    'menu.pdf': 'menu.pdf',
    'Speisekarte für März.pdf': 'Speisekarte für März.pdf',
    '../../etc/passwd': '_._etc_passwd',
    'C:\\Windows\\win.ini': 'C__Windows_win.ini',
    '-rf.txt': 'rf.txt',
    '.bashrc': 'bashrc',
    'invoice\u202efdp.exe': 'invoicefdp.exe',
    'con.txt': '_con.txt',
    COM1: '_COM1',
    'nul.tar.gz': '_nul.tar.gz',
    'a\r\nb\0.txt': 'ab.txt',
    'report.pdf. . ': 'report.pdf',
    '...': 'attachment',
    '': 'attachment',
    '.pdf': 'pdf',
  };
  assert.deepEqual(Object.fromEntries(Object.keys(names).map((name) => [name, safeFileName(name)])), names);
  assert.equal(safeFileName(`${'ü'.repeat(300)}.docx`), `${'ü'.repeat(87)}.docx`);
  assert.deepEqual(
    [1, 2, 3].map((number) => numberedName('menu.tar.gz', number)),
    ['menu.tar.gz', 'menu.tar (2).gz', 'menu.tar (3).gz'],
  );
});

test('a safe name stays in its folder, is visible, is not too long, and does not change when it is made safe again', () => {
  const part = fc.constantFrom(
    '..',
    '/',
    '\\',
    '.',
    '-',
    ' ',
    '\u202e',
    'con',
    'aux.',
    'x',
    'ü',
    '\ud800',
    ':',
    '.pdf',
  );
  const names = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.array(part).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(names, (name) => {
      const safe = safeFileName(name);
      assert.doesNotMatch(safe, /^[.\s-]|[/\\:\p{Cc}\p{Cf}]|[.\s]$/u);
      assert.ok(Buffer.byteLength(safe) <= 200 && safe.isWellFormed() && safe.length > 0);
      assert.equal(safeFileName(safe), safe);
    }),
    { numRuns: 60 },
  );
});
