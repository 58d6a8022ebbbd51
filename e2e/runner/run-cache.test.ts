import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testFolder } from '../../daemon/test-folder.ts';
import { oncePerRun, runCacheEnv } from './run-cache.ts';

test('a value is made once in a run, and each time without one', (t) => {
  const before = { ...process.env };
  t.after(() => void Object.assign(process.env, before));
  let made = 0;
  const ask = () => oncePerRun('made', () => ({ made: ++made }));
  Reflect.deleteProperty(process.env, 'POSTHORN_TESTS_CACHE');
  assert.deepEqual([ask(), ask()], [{ made: 1 }, { made: 2 }]);
  Object.assign(process.env, runCacheEnv(testFolder()));
  assert.deepEqual([ask(), ask()], [{ made: 3 }, { made: 3 }]);
});
