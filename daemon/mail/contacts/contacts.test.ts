import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql, type WriteDb } from '../../store/db.ts';
import { mail } from '../../test-daemon.ts';
import { runCount } from '../../test-run-count.ts';
import { recountContacts } from './contacts.ts';
import { reclassifyAsSent, reclassifyAsReceived } from '../accounts/message-direction.ts';
import { openTestStore, testEngine, type TestEngine } from '../mutations/test-kit/test-engine.ts';

const people = [
  'Ben Ode <ben@people.example>',
  'BEN@people.example',
  'Benjamin <ben@people.example>',
  'Cleo <c@x.example>',
];
const folders = ['INBOX', 'Sent', 'Drafts', 'Trash'];

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('deliver' as const),
      isOwn: fc.boolean(),
      isMailing: fc.boolean(),
      correspondents: fc.uniqueArray(fc.constantFrom(...people), { minLength: 1, maxLength: 3 }),
      folder: fc.constantFrom(...folders),
    }),
  },
  fc.record({ do: fc.constant('move' as const), at: fc.nat(9), to: fc.constantFrom(...folders) }),
  fc.record({ do: fc.constant('draft' as const), at: fc.nat(9) }),
  fc.record({ do: fc.constant('expunge' as const), at: fc.nat(9) }),
  fc.constant({ do: 'sync' as const }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function applyStep({ server: { control } }: TestEngine, own: string, chosenStep: Step, minutesAgo: number): void {
  if (chosenStep.do === 'sync') return;
  if (chosenStep.do === 'deliver') {
    const { correspondents, isOwn, isMailing, folder } = chosenStep;
    const [first = ''] = correspondents;
    const headers = {
      To: isOwn ? correspondents.join(', ') : own,
      ...(isMailing && { 'List-Unsubscribe': '<https://leave.example/>' }),
    };
    const bytes = mail({ from: isOwn ? own : first, subject: 'Hello', text: 'Hello.', minutesAgo, headers });
    return void control.deliver(bytes, { folder });
  }
  const placements = folders.flatMap((folder) => control.messagesIn(folder).map((each) => ({ folder, ...each })));
  const chosen = placements[chosenStep.at % Math.max(1, placements.length)];
  if (!chosen) return;
  if (chosenStep.do === 'expunge') control.expunge(chosen.folder, chosen.uid);
  else if (chosenStep.do === 'draft') control.setFlags(chosen.folder, chosen.uid, ['\\Draft']);
  else if (chosenStep.to !== chosen.folder) control.move(chosen.folder, chosen.uid, chosenStep.to);
}

/** All stored data about the contacts of an account. */
function storedContacts(db: WriteDb, account: number) {
  return db.all(sql`
    SELECT email, name, name_at, name_by_owner, name_by_owner_at, received, mailings, sent, last_received, last_sent,
      (SELECT group_concat(word, ' ') FROM (SELECT word FROM contact_words WHERE contact = c.id ORDER BY word)) AS words
    FROM contacts c WHERE account = ${account} ORDER BY email`);
}

/** The stored contacts are equal to a recount of all mail. */
function assertCounted(db: WriteDb, account: number): void {
  const stored = storedContacts(db, account);
  recountContacts(db, account);
  assert.deepEqual(stored, storedContacts(db, account));
}

test('contacts stay equal to a recount of all mail after deliveries, moves, drafts, deletions and a new address', async () => {
  const db = await openTestStore();
  let number = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async (steps) => {
      number += 1;
      const engine = testEngine(db, { number });
      const own = `Owner <owner${number}@example.test>`;
      for (const [index, taken] of [...steps, { do: 'sync' as const }].entries()) {
        applyStep(engine, own, taken, (index * 7919) % 1000);
        if (taken.do === 'sync') await engine.sync();
      }
      assertCounted(db, engine.account.id);
      const claimed = { account: engine.account.id, email: 'ben@people.example' };
      db.run(
        sql`INSERT INTO account_addresses (account, email, is_primary) VALUES (${claimed.account}, ${claimed.email}, 0)`,
      );
      db.transaction(() => reclassifyAsSent(db, claimed));
      assertCounted(db, engine.account.id);
      db.run(sql`DELETE FROM account_addresses WHERE account = ${claimed.account} AND email = ${claimed.email}`);
      db.transaction(() => reclassifyAsReceived(db, claimed));
      assertCounted(db, engine.account.id);
    }),
    { numRuns: runCount(25), seed: 7 },
  );
  db.close();
});
