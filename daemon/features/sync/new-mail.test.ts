import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newMailFilter } from './new-mail.ts';

const last_success_at = '2026-03-10T08:00:00.000Z';
const at = (received: string) => ({ received: new Date(received) });

test('before the first sync has ended, what lay there is no news and what came since is', () => {
  for (const record of [undefined, { last_success_at: null }]) {
    assert.equal(newMailFilter({ backfill: true }, record)(at('2026-03-10T07:59:00Z')), false);
    assert.equal(newMailFilter({ backfill: false }, record)(at('2026-03-10T07:59:00Z')), true);
  }
});

test('old mail that another program puts into a folder is no news, mail that came is', () => {
  const isNewMail = newMailFilter({ backfill: false }, { last_success_at });
  assert.equal(isNewMail(at('2026-03-10T09:00:00Z')), true);
  assert.equal(isNewMail(at('2026-03-09T08:00:00Z')), true, 'clocks differ, and some mail lies about for a while');
  assert.equal(isNewMail(at('2019-01-01T00:00:00Z')), false);
});

test('in a folder that is listed anew, only what came since the last sync is news', () => {
  const isNewMail = newMailFilter({ backfill: true }, { last_success_at });
  assert.equal(isNewMail(at('2026-03-10T08:00:01Z')), true);
  assert.equal(isNewMail(at('2026-03-10T08:00:00Z')), false);
  assert.equal(isNewMail(at('2026-03-09T08:00:00Z')), false);
});
