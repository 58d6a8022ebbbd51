import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deletedFolderCursor, readCursor, writeCursor } from './cursor.ts';
import { parseUids } from '../uid-set.ts';

test('a cursor round-trips', () => {
  const cursor = {
    uidvalidity: 1_795_252_752,
    uidnext: 904,
    oldest_news: 901,
    // Larger than the safe integers of a number.
    modseq: 9_007_199_254_740_993n,
    known: parseUids('1:500,502:900,903'),
    complete: false,
    flags_below: 12,
    flagless: parseUids('7,9:11'),
  };
  assert.deepEqual(readCursor(writeCursor(cursor)), cursor);
});

test('a folder with no cursor, a broken one, or the cursor of a removed folder is new', () => {
  for (const text of [undefined, deletedFolderCursor, '', '{}', '{"uidvalidity":1,"known":"!"}'])
    assert.equal(readCursor(text), undefined, text);
});
