import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dovecotMissing, startDovecot } from '../../testing/servers/dovecot.ts';
import { seedMailbox } from './chaos-mailbox.ts';
import { runFollowerKills } from './follower-kills.ts';

/** Change it to try other moments; a failure names its seed. */
const seed = 20_261_127;
/** The soak test has more kills. */
const kills = 4;

const options = { skip: dovecotMissing() ?? false };

test(
  `programs that follow changes and events miss nothing through ${kills} kills (seed ${seed})`,
  options,
  async (t) => {
    const dovecot = await startDovecot();
    try {
      const user = dovecot.users[0]!;
      seedMailbox(dovecot, user, { messages: 80, seed });
      const { faults, ...counts } = await runFollowerKills({
        dovecot,
        user,
        kills,
        changes: 10,
        seed,
        onKill: (what) => t.diagnostic(what),
      });
      t.diagnostic(JSON.stringify(counts));
      assert.deepEqual(faults, []);
      assert.ok(counts.events > 0 && counts.removed > 0);
    } finally {
      await dovecot.stop();
    }
  },
);
