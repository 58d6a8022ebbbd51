import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repliesIn, notmuchMissing } from './list-replies.ts';

/** `POSTHORN_REPLIES_ALL` answers every message of three lists, which takes minutes. */
const isAll = Boolean(process.env['POSTHORN_REPLIES_ALL']);
const sets = isAll ? ['list-btrfs', 'list-openbmc', 'list-usrp-users'] : ['list-usrp-users'];

for (const set of sets)
  test(`answers to ${set} are below the answered message in notmuch`, { skip: notmuchMissing() }, async (t) => {
    const answers = await repliesIn(t, set, isAll ? { every: 1 } : { every: 4, most: 80 });
    assert.ok(answers.length > 10);
    assert.deepEqual(
      answers.filter(({ original, parent }) => parent !== original),
      [],
    );
    assert.ok(answers.every(({ to }) => to !== '' && !to.includes('ada@example.test')));
  });
