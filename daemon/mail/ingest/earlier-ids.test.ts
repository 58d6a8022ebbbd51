import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { nameId } from '../../base/ids.ts';
import { openWritable, sql } from '../../store/db.ts';
import { storeFiles } from '../../store/open.ts';
import { ada, mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';
import { testFolder } from '../../test-folder.ts';
import { newAccountId } from '../accounts/account-ids.ts';

const account_id = newAccountId({ provider_kind: 'fake', email: ada.email });

function sample(subject: string, id?: string, headers: Record<string, string> = {}): Buffer {
  return mail({ from: 'eve@example.test', subject, text: `Text of ${subject}`, ...(id && { id }), headers });
}

const named = sample('Named', 'named@example.test');
const unnamed = sample('Unnamed');
const merged = sample('Lunch at noon', 'lunch@example.test');

/** The ids that these messages had up to schema 12. */
const earlierIds = new Map([
  ['Named', nameId('message\0header\0named', account_id)],
  ['Unnamed', nameId(`message\0source\0${createHash('sha256').update(unnamed).digest('hex')}`, account_id)],
  ['Lunch at noon', nameId('message\0header\0lunch', account_id)],
]);

/** The ids of all messages from Eve by subject, except those of new subjects. */
async function stored(daemon: TestDaemon): Promise<Map<string, string>> {
  const { groups } = await daemon.ask('search.find', { q: 'from:eve@example.test', scope: 'messages' });
  return new Map(groups.flatMap(({ rows }) => rows.map(({ id, subject }) => [subject, id] as const)));
}

/** A daemon with three messages as schema 12 stored them, and the server that has them. */
async function earlierStore(t: TestContext): Promise<TestDaemon> {
  const dataDir = join(testFolder(), 'data');
  const settings: Parameters<typeof testDaemon>[1] = {
    dataDir,
    prepare: (servers) => {
      for (const bytes of [named, unnamed, merged]) servers.get('ada')?.control.deliver(bytes);
    },
  };
  const before = await testDaemon(t, settings);
  await before.synced();
  await before.close();
  const db = openWritable(storeFiles(dataDir).mail, { durability: 'normal' });
  for (const [subject, id] of earlierIds)
    db.run(sql`UPDATE messages SET message_id = ${id}, id_rule = 1 WHERE subject = ${subject}`);
  db.close();
  const daemon = await testDaemon(t, settings);
  await daemon.synced();
  assert.deepEqual(await stored(daemon), earlierIds);
  return daemon;
}

test('messages keep the ids of earlier schemas when they arrive again, and the present ids lead to them', async (t) => {
  const daemon = await earlierStore(t);
  const { control } = daemon.server('ada');
  const message_id = earlierIds.get('Named') ?? '';
  await daemon.ask('snooze.create', { message_id, until: '2026-03-12T08:00:00.000Z' });
  await daemon.resync();
  // Another client stores them in another folder, one with an additional field, and removes them from the inbox.
  daemon.clock.advance(60_000);
  control.deliver(sample('Named', 'named@example.test', { 'X-Filed': 'yes' }), { folder: 'Archive' });
  control.deliver(unnamed, { folder: 'Archive' });
  for (const { uid } of control.messagesIn('INBOX')) control.expunge('INBOX', uid);
  await daemon.resync();
  const kept = new Map(earlierIds);
  kept.delete('Lunch at noon');
  assert.deepEqual(await stored(daemon), kept);
  const { snoozed } = await daemon.ask('snooze.list');
  assert.deepEqual(
    snoozed.map((each) => each.message_id),
    [message_id],
  );
});

test('a message with the Message-ID of an earlier one and other content gets its own id', async (t) => {
  const daemon = await earlierStore(t);
  const other = Buffer.from(merged.toString().replace('Text of', 'Tent of').replace('Lunch at noon', 'Lunch at six'));
  daemon.server('ada').control.deliver(other);
  await daemon.resync();
  const after = await stored(daemon);
  assert.equal(after.size, 4);
  assert.equal(after.get('Lunch at noon'), earlierIds.get('Lunch at noon'));
});

test('every request accepts the other ids of a message, and repeats of a request count as one', async (t) => {
  const daemon = await earlierStore(t);
  daemon.clock.advance(60_000);
  daemon
    .server('ada')
    .control.deliver(sample('Named', 'named@example.test', { 'X-Filed': 'yes' }), { folder: 'Archive' });
  await daemon.resync();
  const db = openWritable(storeFiles(daemon.dataDir).mail, { durability: 'normal' });
  const alias = db.get<{ alias_id: string }>(sql`SELECT alias_id FROM message_aliases`)?.alias_id ?? '';
  db.close();
  const present = earlierIds.get('Named');
  assert.notEqual(alias, present);
  const { body } = await daemon.ask('messages.body', { message_id: alias.toUpperCase() });
  assert.deepEqual([body.message_id, body.text_plain?.trim()], [present, 'Text of Named']);
  const star = () =>
    daemon.dispatch(
      'mutations.star',
      { message_ids: [alias], starred: true },
      { origin: 'script' },
      { idempotencyKey: 'once' },
    );
  assert.deepEqual(await star(), await star());
  const { groups } = await daemon.ask('search.find', { q: 'is:starred', scope: 'messages' });
  assert.deepEqual(
    groups.flatMap(({ rows }) => rows.map(({ id }) => id)),
    [present],
  );
  await assert.rejects(daemon.ask('messages.body', { message_id: nameId('nothing') }), { code: 'not_found' });
});
