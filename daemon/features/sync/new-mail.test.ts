import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newMailFilter } from './new-mail.ts';

const last_success_at = '2026-03-10T08:00:00.000Z';
const at = (received: string) => ({ received: new Date(received) });

test('before the first sync has ended, existing mail is not new and mail that arrived since is', () => {
  for (const record of [undefined, { last_success_at: null }]) {
    assert.equal(newMailFilter({ backfill: true }, record)(at('2026-03-10T07:59:00Z')), false);
    assert.equal(newMailFilter({ backfill: false }, record)(at('2026-03-10T07:59:00Z')), true);
  }
});

test('old mail that another program puts into a folder is not new, and mail that arrived is', () => {
  const isNewMail = newMailFilter({ backfill: false }, { last_success_at });
  assert.equal(isNewMail(at('2026-03-10T09:00:00Z')), true);
  assert.equal(isNewMail(at('2026-03-09T08:00:00Z')), true, 'clocks differ, and some mail is delivered late');
  assert.equal(isNewMail(at('2019-01-01T00:00:00Z')), false);
});

test('in a folder that is listed again, only mail since the last sync is new', () => {
  const isNewMail = newMailFilter({ backfill: true }, { last_success_at });
  assert.equal(isNewMail(at('2026-03-10T08:00:01Z')), true);
  assert.equal(isNewMail(at('2026-03-10T08:00:00Z')), false);
  assert.equal(isNewMail(at('2026-03-09T08:00:00Z')), false);
});
