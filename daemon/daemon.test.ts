import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openWritable, sql } from './store/db.ts';
import { clearDemo } from './store/demo-folder.ts';
import { storeFiles } from './store/open.ts';
import { ada, mail, testDaemon } from './test-daemon.ts';
import { testFolder } from './test-folder.ts';
import { until } from './test-until.ts';

const demo = { ...ada, name: 'Demo', count: 500 };

test('status tells uptime in whole seconds, instance, demo, counts and coverage (checklist 121)', async (t) => {
  const daemon = await testDaemon(t, { accounts: [demo], options: { isDemo: true } });
  await daemon.synced();
  daemon.clock.advance(90_500);
  const status = await daemon.ask('admin.status');
  assert.deepEqual(
    [
      status.uptime_secs,
      status.instance,
      status.is_demo,
      status.accounts,
      status.total_messages,
      status.degraded,
      status.protocol_version,
    ],
    [90, 'posthorn-test', true, ['Demo'], 500, false, 4],
  );
});

test('while something else writes, status and lists still tell the truth (checklist 121)', async (t) => {
  const daemon = await testDaemon(t, { accounts: [demo] });
  await daemon.synced();
  const other = openWritable(storeFiles(daemon.dataDir).mail, { durability: 'normal' });
  other.exec('BEGIN IMMEDIATE; DELETE FROM messages;');
  const { total_messages, degraded } = await daemon.ask('admin.status');
  assert.deepEqual([total_messages, degraded], [500, false]);
  other.exec('ROLLBACK');
  other.close();
});

test('the index is made anew where it was lost, and IndexBootstrapped says so; otherwise it is silent (checklist 107)', async (t) => {
  const first = await testDaemon(t, { accounts: [demo] });
  await first.synced();
  assert.deepEqual(first.events.all('IndexBootstrapped'), []);
  await first.close();

  for (const damage of ['none', 'deleted', 'garbage', 'a row lost'] as const) {
    const { index } = storeFiles(first.dataDir);
    assert.ok(!existsSync(`${index}-wal`), 'a daemon that stopped in good order leaves no log behind');
    if (damage === 'deleted') rmSync(index);
    if (damage === 'garbage')
      writeFileSync(index, 'this is no database, and long enough to be taken for one '.repeat(100));
    if (damage === 'a row lost') {
      const db = openWritable(index, { durability: 'normal' });
      db.run(sql`DELETE FROM fts WHERE rowid = (SELECT max(id) FROM fts_docsize)`);
      db.close();
    }
    const again = await testDaemon(t, { accounts: [demo], dataDir: first.dataDir });
    const repaired = { none: 0, deleted: 500, garbage: 500, 'a row lost': 1 }[damage];
    if (repaired > 0) assert.equal((await again.events.until('IndexBootstrapped')).documents, repaired, damage);
    await again.synced();
    assert.equal(again.events.all('IndexBootstrapped').length, repaired > 0 ? 1 : 0, damage);
    assert.deepEqual((await again.ask('admin.status')).search_coverage, { indexed: 500, stored: 500 });
    assert.ok((await again.ask('search.count', { q: 'the' })).count > 50, damage);
    await again.close();
  }
});

test('a daemon that starts again knows its mail, fetches none of it twice and keeps every id', async (t) => {
  const first = await testDaemon(t, { accounts: [demo] });
  await first.synced();
  const before = await first.ask('mailbox.list', { limit: 50 });
  await first.close();
  const again = await testDaemon(t, { accounts: [demo], dataDir: first.dataDir });
  await again.synced();
  assert.deepEqual((await again.ask('mailbox.list', { limit: 50 })).mailbox.groups, before.mailbox.groups);
  assert.equal(again.server('ada').control.calls.sources, 0);
});

test('ids are the same in a store that was built anew from the same server', async (t) => {
  const ids = [];
  for (let build = 0; build < 2; build++) {
    const daemon = await testDaemon(t, { accounts: [demo] });
    await daemon.synced();
    const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages', lens_kind: 'all_mail', limit: 1000 });
    ids.push(mailbox.groups.flatMap(({ rows }) => rows.map(({ id, account_id }) => [id, account_id])));
    await daemon.close();
  }
  assert.deepEqual(ids[0], ids[1]);
});

test('a second daemon on the same data is refused, and the first goes on', async (t) => {
  const daemon = await testDaemon(t);
  await assert.rejects(testDaemon(t, { dataDir: daemon.dataDir }), { code: 'already_running' });
  assert.deepEqual(await daemon.ask('admin.ping'), { pong: true });
});

test('shutdown answers, and then asks whoever started the daemon to close it', async (t) => {
  const daemon = await testDaemon(t);
  assert.deepEqual(await daemon.ask('admin.shutdown'), { shutdown: 'scheduled' });
  await daemon.stopRequested;
  await daemon.close();
});

test('a demo replaces a demo and nothing else', () => {
  const folder = testFolder();
  clearDemo(folder);
  writeFileSync(join(folder, 'mail.db'), 'made by a demo');
  clearDemo(folder);
  const own = testFolder();
  writeFileSync(join(own, 'mail.db'), 'somebody’s mail');
  assert.throws(() => clearDemo(own), { code: 'not_a_demo' });
});

test('a demo begins anew after one of which a backup was made, or whose files are gone', async (t) => {
  const first = await testDaemon(t, { accounts: [demo], options: { isDemo: true } });
  await first.synced();
  await first.ask('backup.create');
  await until('the backup is there', async () => (await first.ask('backup.list')).backups.length === 1);
  await first.close();
  const second = await testDaemon(t, { accounts: [demo], dataDir: first.dataDir, options: { isDemo: true } });
  await second.synced();
  assert.equal((await second.ask('admin.status')).total_messages, 500);
});

test('counters agree with what they count, after arrivals, flags, moves and removals', async (t) => {
  const daemon = await testDaemon(t, { accounts: [demo] });
  await daemon.synced();
  const { control } = daemon.server('ada');
  for (let n = 0; n < 20; n++)
    control.deliver(
      mail({
        from: 'eve@example.test',
        subject: `s${n % 3}`,
        text: 'x',
        id: `new${n}@x`,
        headers: { References: `<root${n % 4}@x>` },
      }),
    );
  for (let uid = 1; uid < 60; uid += 3) control.setFlags('INBOX', uid, uid % 2 ? ['\\Seen'] : ['\\Flagged']);
  for (let uid = 2; uid < 60; uid += 7) control.expunge('INBOX', uid);
  await daemon.resync();
  await daemon.resync();
  await daemon.close();
  const db = openWritable(storeFiles(daemon.dataDir).mail, { durability: 'normal' });
  const wrong = db.all(sql`
    SELECT name, total_count, unread_count, thread_count, unread_thread_count FROM labels l
    WHERE total_count <> (SELECT count(*) FROM label_messages WHERE label = l.id)
       OR unread_count <> (SELECT count(*) FROM label_messages lm JOIN messages m ON m.id = lm.message WHERE lm.label = l.id AND m.flags & 1 = 0)
       OR thread_count <> (SELECT count(DISTINCT m.thread) FROM label_messages lm JOIN messages m ON m.id = lm.message WHERE lm.label = l.id)
       OR unread_thread_count <> (SELECT count(DISTINCT m.thread) FROM label_messages lm JOIN messages m ON m.id = lm.message WHERE lm.label = l.id AND m.flags & 1 = 0)`);
  assert.deepEqual(wrong, []);
  const placed = db.all(sql`
    SELECT lt.label, lt.thread FROM label_threads lt
    WHERE lt.position <> (SELECT max(lm.position) FROM label_messages lm JOIN messages m ON m.id = lm.message WHERE lm.label = lt.label AND m.thread = lt.thread)`);
  assert.deepEqual(placed, []);
  db.close();
});

test('one mailbox under two keys is one account, under the first of them', async (t) => {
  const daemon = await testDaemon(t, { accounts: [ada, { ...ada, key: 'again', email: 'ADA@example.test' }] });
  const { accounts } = await daemon.ask('accounts.list');
  assert.deepEqual(
    accounts.map(({ key, email }) => [key, email]),
    [['ada', 'ada@example.test']],
  );
});

test('with a clock that is sixty years slow mail is changed, written and sent', async (t) => {
  const daemon = await testDaemon(t, { accounts: [{ ...ada, count: 3 }] });
  await daemon.synced();
  const { groups } = await daemon.ask('search.find', { q: '-nowhere', scope: 'messages' });
  const message_ids = groups.flatMap(({ rows }) => rows.map(({ id }) => id));
  daemon.clock.advance(-60 * 365.25 * 86_400_000);
  assert.equal((await daemon.ask('mutations.star', { message_ids, starred: true })).result.succeeded, 3);
  await daemon.ask('snooze.create', { message_id: message_ids[0], until: 'tomorrow' });
  await daemon.ask('labels.create', { name: 'Later' });
  const to = 'carl@example.org';
  const { session } = await daemon.ask('compose.open', { kind: 'new', to, subject: 'Dinner', body: 'At seven?' });
  assert.equal((await daemon.ask('compose.send', { draft_path: session.draftPath })).receipt.state, 'sent');
  const { mutations } = await daemon.ask('mutations.history');
  assert.deepEqual(
    mutations.map(({ kind }) => kind),
    ['create_label', 'snooze', 'star'],
  );
});
