import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPathNames, safeFileName } from './file-names.ts';

test('a file name has nothing that a system refuses, hides or reads as a path', () => {
  const names = [
    '../../etc/passwd',
    '.hidden',
    'CON',
    'aux.txt',
    'a\u0000b\nc',
    'end. . ',
    '  ',
    '\u202efdp.exe',
    'Grüße',
  ];
  assert.deepEqual(
    names.map((name) => safeFileName(name, 'none')),
    ['etc passwd', 'hidden', '_CON', '_aux.txt', 'a b c', 'end', 'none', 'fdp.exe', 'Grüße'],
  );
  const long = safeFileName('日'.repeat(300), 'none');
  assert.deepEqual([Buffer.byteLength(long), long.isWellFormed()], [120, true]);
});

test('paths that a file system may take for equal get numbers', () => {
  const pathNames = createPathNames();
  assert.deepEqual(
    ['Work', 'work', 'ﬁn', 'fin', 'Work'].map((path) => pathNames(path, '.mbox')),
    ['Work.mbox', 'work (2).mbox', 'ﬁn.mbox', 'fin (2).mbox', 'Work (3).mbox'],
  );
});
