import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../test-folder.ts';
import { Failure } from './failure.ts';
import { failureSentence, systemReason } from './system-reason.ts';

function reasonFor(act: () => unknown): string {
  try {
    act();
  } catch (thrown) {
    return systemReason(thrown);
  }
  return 'nothing was thrown';
}

test('errors of the system are told in plain words, without code, call and path', () => {
  const folder = testFolder();
  assert.equal(
    reasonFor(() => readFileSync(join(folder, 'none'))),
    'it doesn’t exist',
  );
  assert.equal(
    reasonFor(() => mkdirSync(folder)),
    'something else has that name',
  );
  writeFileSync(join(folder, 'file'), '');
  assert.equal(
    reasonFor(() => readFileSync(join(folder, 'file', 'inside'))),
    'a part of its path isn’t a folder',
  );
  const denied = Object.assign(new Error("EACCES: permission denied, open '/x'"), { code: 'EACCES', errno: -13 });
  assert.equal(systemReason(denied), 'you have no permission');
  const rare = Object.assign(new Error('EDOM: x'), { code: 'EDOM', errno: -33 });
  assert.doesNotMatch(systemReason(rare), /EDOM/);
  assert.equal(systemReason(new Error('the file is empty')), 'the file is empty');
});

test('errors of networks, certificates and SQLite are plain words as well, also where another error wraps them', () => {
  const withCode = (code: string, cause?: unknown) => Object.assign(new Error(`raw ${code}`, { cause }), { code });
  const wrapped = new TypeError('fetch failed', { cause: withCode('ENOTFOUND') });
  assert.equal(systemReason(wrapped), 'its name wasn’t found');
  assert.equal(systemReason(withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE')), 'its certificate can’t be verified');
  assert.equal(systemReason(withCode('SQLITE_CORRUPT_INDEX')), 'the database is damaged');
});

test('work that failed is reported with a sentence, and the text of an unknown error is left to the log', () => {
  const full = Object.assign(new Error('SQLITE_FULL: database or disk is full'), { code: 'SQLITE_FULL' });
  assert.equal(failureSentence('The export failed', full), 'The export failed: the disk is full.');
  assert.equal(failureSentence('It failed', new Failure('full', 'x', 'Free up some space.')), 'Free up some space.');
  assert.equal(
    failureSentence('The export failed', new TypeError("Cannot read properties of undefined (reading 'x')")),
    'The export failed because of an internal error. Try again, and report the problem if it happens again.',
  );
});
