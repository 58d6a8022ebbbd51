import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dovecotMissing, startDovecot } from '../../testing/servers/dovecot.ts';
import { countOf } from '../runner/tier.ts';
import { seedMailbox } from './chaos-mailbox.ts';
import { countDuplicates } from './duplicates.ts';

/** Change it to try other acts. */
const seed = 20_261_123;

test(
  `two clients that change one mailbox leave no message twice in a folder (seed ${seed})`,
  {
    skip: dovecotMissing() ?? false,
  },
  async (t) => {
    const dovecot = await startDovecot();
    t.after(() => dovecot.stop());
    const [user] = dovecot.users;
    assert.ok(user);
    seedMailbox(dovecot, user, { messages: 80, seed });
    const options = { dovecot, user, seed, acts: countOf({ some: 24, all: 80 }), kills: 1, cuts: 1 };
    const { duplicates } = await countDuplicates({ ...options, onDisruption: (what) => t.diagnostic(what) });
    assert.deepEqual(duplicates, []);
  },
);
