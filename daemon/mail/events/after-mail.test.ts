import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Account } from '../accounts/accounts.ts';
import { afterMail } from './after-mail.ts';

test('a few new messages are looked through at once, and many every two seconds', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let notified = 0;
  const noteStored = afterMail(() => notified++);
  const store = (count: number) =>
    noteStored({} as Account, {
      added: Array.from({ length: count }, (_, id) => id),
      updated: [],
      removed: [],
      announceNew: true,
    });
  store(1);
  assert.equal(notified, 1);
  for (let part = 0; part < 3; part++) store(200);
  assert.equal(notified, 1);
  t.mock.timers.tick(2_000);
  assert.equal(notified, 2);
  store(200);
  t.mock.timers.tick(2_000);
  assert.equal(notified, 3);
});
