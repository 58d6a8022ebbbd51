import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test, type TestContext } from 'node:test';
import { Failure } from '../../base/failure.ts';
import { openWritable, sql } from '../../store/db.ts';
import { storeFiles } from '../../store/open.ts';
import { ada, bob, mail, testDaemon, type TestDaemon, type TestSettings } from '../../test-daemon.ts';

const shop = 'The Shop <Offers@Shop.example>';

const offer = (subject: string, from = shop, headers: Record<string, string> = {}) =>
  mail({ from, subject, text: 'Buy.', id: `${subject.replaceAll(/\W/g, '')}@shop.example`, headers });

/** A daemon with one offer in Ada's inbox. */
async function daemonWithOffer(t: Pick<TestContext, 'after'>, settings: TestSettings = {}) {
  const daemon = await testDaemon(t, {
    prepare: (providers) => providers.get('ada')!.control.deliver(offer('First')),
    ...settings,
  });
  await daemon.synced();
  return daemon;
}

async function deliver(daemon: TestDaemon, raw: Buffer, account = 'ada') {
  daemon.server(account).control.deliver(raw);
  await daemon.resync();
}

async function subjects(daemon: TestDaemon, q: string): Promise<string[]> {
  const { groups } = await daemon.ask('search.find', { q, scope: 'messages' });
  return groups.flatMap(({ rows }) => rows.map(({ subject }) => subject)).toSorted();
}

const senders = async (daemon: TestDaemon) =>
  (await daemon.ask('blockedSenders.list')).senders.map(({ sender }) => sender);

test('new mail of a blocked sender goes to the trash unread, here and on the server; mail before it stays', async (t) => {
  const daemon = await daemonWithOffer(t, { accounts: [ada, bob] });
  const { senders: blocked, result } = await daemon.ask('blockedSenders.block', { sender: 'offers@shop.example' });
  assert.deepEqual(
    blocked.map(({ sender, account_ids }) => [sender, account_ids.length]),
    [['offers@shop.example', 2]],
  );
  assert.deepEqual([result.requested, result.undoable], [0, true]);
  await deliver(daemon, offer('Second', 'OFFERS@SHOP.EXAMPLE'));
  await deliver(daemon, offer('Elsewhere'), 'bob');
  await deliver(daemon, offer('Harmless', 'Ben <ben@shop.example>'));
  await daemon.whenIndexed();
  assert.deepEqual(await subjects(daemon, 'in:inbox'), ['First', 'Harmless']);
  assert.deepEqual(await subjects(daemon, 'in:trash'), ['Elsewhere', 'Second']);
  assert.deepEqual(await subjects(daemon, 'in:trash is:unread'), ['Elsewhere', 'Second']);
  await daemon.events.until('MutationCompleted', 3);
  assert.equal(daemon.server('ada').control.messagesIn('Trash').length, 1);
  const { mutations } = await daemon.ask('mutations.history');
  assert.deepEqual(
    mutations.map(({ kind, about }) => [kind, about.rule ?? about.sender]),
    [
      ['trash', 'blocked'],
      ['trash', 'blocked'],
      ['block', 'offers@shop.example'],
    ],
  );
});

test('what a rule has moved and the user moves back stays there', async (t) => {
  const daemon = await daemonWithOffer(t);
  await daemon.ask('blockedSenders.block', { sender: 'offers@shop.example' });
  await deliver(daemon, offer('Second'));
  const { mutations } = await daemon.ask('mutations.history');
  await daemon.ask('mutations.undo', { mutation_id: mutations[0]?.mutation_id });
  await daemon.resync();
  await daemon.resync();
  assert.deepEqual(await subjects(daemon, 'in:inbox'), ['First', 'Second']);
});

test('mail that is here goes to the trash too if that is wanted, and one undo ends all of it', async (t) => {
  const daemon = await daemonWithOffer(t);
  const { groups } = await daemon.ask('search.find', { q: 'first', scope: 'messages' });
  const message_id = groups[0]?.rows[0]?.id;
  const { result } = await daemon.ask('blockedSenders.block', { message_id, existing: true });
  assert.equal(result.succeeded, 1);
  assert.deepEqual(await subjects(daemon, 'in:trash'), ['First']);
  const undo = await daemon.ask('mutations.undo', { mutation_id: result.mutation_id });
  assert.deepEqual(await subjects(daemon, 'in:inbox'), ['First']);
  assert.deepEqual(await senders(daemon), []);
  await daemon.ask('mutations.undo', { mutation_id: undo.result.mutation_id });
  assert.deepEqual(await senders(daemon), ['offers@shop.example']);
  const { result: unblocked } = await daemon.ask('blockedSenders.unblock', { sender: 'OFFERS@shop.example' });
  assert.deepEqual(await senders(daemon), []);
  assert.deepEqual(await subjects(daemon, 'in:trash'), ['First']);
  await daemon.ask('mutations.undo', { mutation_id: unblocked.mutation_id });
  assert.deepEqual(await senders(daemon), ['offers@shop.example']);
});

test('own addresses cannot be blocked, and a sender that is not blocked cannot be unblocked', async (t) => {
  const daemon = await daemonWithOffer(t, { accounts: [ada, bob] });
  const refused = (code: string) => (thrown: unknown) => thrown instanceof Failure && thrown.code === code;
  await assert.rejects(daemon.ask('blockedSenders.block', { sender: 'BOB@example.test' }), refused('own_address'));
  await assert.rejects(daemon.ask('blockedSenders.unblock', { sender: 'x@shop.example' }), refused('not_found'));
  await assert.rejects(daemon.ask('blockedSenders.block', {}), refused('invalid_input'));
  assert.deepEqual(await senders(daemon), []);
});

test('mail that a crash left unmoved is moved by the next start', async (t) => {
  const first = await daemonWithOffer(t);
  await first.ask('blockedSenders.block', { sender: 'offers@shop.example' });
  await first.close();
  // As after a crash between the transaction that stores a message and the one that moves it.
  const db = openWritable(storeFiles(first.dataDir).mail, { durability: 'normal' });
  db.run(sql`INSERT INTO arrivals (message) SELECT id FROM messages WHERE subject = 'First'`);
  db.close();
  const second = await testDaemon(t, { dataDir: first.dataDir });
  const moved = await second.events.until('MutationCompleted');
  assert.equal(moved.kind, 'trash');
  assert.deepEqual(await subjects(second, 'in:trash'), ['First']);
});

test('an agent blocks only where it may move mail to the trash, and as long as it may', async (t) => {
  const profile =
    '[agents.profiles.agent]\nsafety_policy = "full"\nallowed_accounts = ["ada"]\nallow_destructive = true\n';
  const daemon = await daemonWithOffer(t, {
    accounts: [ada, bob],
    config: `${profile}allowed_destructive_actions = ["archive"]\n`,
  });
  const block = () => daemon.ask('blockedSenders.block', { sender: 'offers@shop.example' }, { origin: 'agent' });
  await assert.rejects(block(), (thrown: unknown) => thrown instanceof Failure && thrown.code === 'policy');
  assert.deepEqual(await senders(daemon), []);
  writeFileSync(daemon.configFile, readFileSync(daemon.configFile, 'utf8').replace('["archive"]', '["trash"]'));
  daemon.reloadConfig();
  const { senders: blocked } = await block();
  assert.deepEqual(
    blocked.map(({ account_ids }) => account_ids.length),
    [1],
  );
  writeFileSync(daemon.configFile, readFileSync(daemon.configFile, 'utf8').replace('["trash"]', '["archive"]'));
  daemon.reloadConfig();
  await deliver(daemon, offer('Second'));
  assert.deepEqual(await subjects(daemon, 'in:inbox'), ['First', 'Second']);
});
