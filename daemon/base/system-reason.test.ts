import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../test-folder.ts';
import { systemReason } from './system-reason.ts';

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
