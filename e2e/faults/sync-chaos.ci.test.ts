import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { dovecotMissing, startDovecot, type Dovecot, type MailUser } from '../../testing/servers/dovecot.ts';
import { countOf } from '../runner/tier.ts';
import { chaosRounds, runSyncChaos } from './sync-chaos.ts';
import { seedMailbox } from './chaos-mailbox.ts';

/** Change it to try other changes and moments; a failure names its seed. */
const seed = 20_261_122;

const missing = dovecotMissing();
if (missing) test('a mailbox that changes while it is synced', { skip: missing });
else describe('a mailbox that changes while it is synced', suite);

function suite(): void {
  let dovecot: Dovecot;
  let user: MailUser;

  before(async () => {
    dovecot = await startDovecot();
    user = dovecot.users[0] as MailUser;
    seedMailbox(dovecot, user, { messages: 300, seed });
  });
  after(() => dovecot?.stop());

  test(`store and server agree at the end, through a kill, cuts and changed folders (seed ${seed})`, async (t) => {
    const rounds = chaosRounds({
      changes: countOf({ some: 20, all: 60 }),
      disruptions: { kill: 1, cut: 3, stall: 1, renumber: 1, renameFolder: 1, deleteFolder: 1, recreateFolder: 1 },
      seed,
    });
    const { faults, fetchedWhenIdle } = await runSyncChaos({
      dovecot,
      user,
      rounds,
      seed,
      onDisruption: (what) => t.diagnostic(what),
    });
    assert.deepEqual({ faults, fetchedWhenIdle }, { faults: [], fetchedWhenIdle: 0 });
  });
}
