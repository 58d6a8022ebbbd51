import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import { dovecotMissing, startDovecot, type Dovecot, type MailUser } from '../../testing/servers/dovecot.ts';
import { countOf } from '../runner/tier.ts';
import { seedCopies, seedMailbox } from './chaos-mailbox.ts';
import { runMutationChaos } from './mutation-chaos.ts';
import { chaosRounds } from './sync-chaos.ts';
import { runUndoChaos } from './undo-chaos.ts';

/** Change it to try other changes and moments; a failure names its seed. */
const seed = 20_261_122;

const missing = dovecotMissing();
if (missing) test('mail that the user changes', { skip: missing });
else describe('mail that the user changes', suite);

function suite(): void {
  let dovecot: Dovecot;
  const mailboxOf = (index: number): MailUser => {
    const user = dovecot.users[index] as MailUser;
    seedMailbox(dovecot, user, { messages: 120, seed });
    seedCopies(dovecot, user, { messages: 12, seed });
    return user;
  };

  before(async () => {
    dovecot = await startDovecot();
  });
  after(() => dovecot?.stop());

  test(`while another client changes it, through a kill and cuts, is the same on server, store and index (seed ${seed})`, async (t) => {
    const disruptions = {
      kill: 1,
      cut: 2,
      stall: 1,
      renumber: 1,
      renameFolder: 1,
      deleteFolder: 1,
      recreateFolder: 1,
    };
    const rounds = chaosRounds({ changes: countOf({ some: 9, all: 40 }), disruptions, seed });
    const { faults } = await runMutationChaos({ dovecot, user: mailboxOf(0), rounds, seed, ...diagnostics(t) });
    assert.deepEqual(faults, []);
  });

  test(`is exactly as before after undo, through a kill and cuts (seed ${seed})`, async (t) => {
    const rounds = chaosRounds({
      changes: countOf({ some: 6, all: 24 }),
      disruptions: { kill: 1, cut: 2, stall: 1 },
      seed,
    });
    const { faults } = await runUndoChaos({ dovecot, user: mailboxOf(1), rounds, seed, ...diagnostics(t) });
    assert.deepEqual(faults, []);
  });
}

function diagnostics(t: TestContext) {
  return { onDisruption: (what: string) => t.diagnostic(what) };
}
