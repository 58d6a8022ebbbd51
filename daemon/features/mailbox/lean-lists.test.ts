import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ada, testDaemon } from '../../test-daemon.ts';

test('lists give the fields and parts that are named, everything to who names none, and refuse unknown names', async (t) => {
  const daemon = await testDaemon(t, { accounts: [{ ...ada, count: 60 }] });
  await daemon.synced();
  const { ask } = daemon;
  const sizeOf = (reply: object) => JSON.stringify(reply).length;
  const list = { lens_kind: 'all_mail', limit: 50 };

  const full = await ask('mailbox.list', list);
  assert.ok(full.shell && full.sidebar && full.mailbox.rows === undefined);
  const rows = full.mailbox.groups.flatMap((group) => group.rows);
  const lean = await ask('mailbox.list', { ...list, fields: 'id,subject,snoozed_until', include: '' });
  assert.deepEqual([lean.shell, lean.sidebar, lean.mailbox.groups], [undefined, undefined, []]);
  assert.deepEqual(
    lean.mailbox.rows,
    rows.map(({ id, subject }) => ({ id, subject })),
  );
  assert.deepEqual(
    [lean.mailbox.counts, lean.mailbox.next_cursor, lean.mailbox.lensLabel],
    [full.mailbox.counts, full.mailbox.next_cursor, full.mailbox.lensLabel],
  );
  assert.ok(sizeOf(lean) * 5 < sizeOf(full), `${sizeOf(lean)} of ${sizeOf(full)} bytes`);
  const shellOnly = await ask('mailbox.list', { ...list, include: ['shell'] });
  assert.deepEqual([shellOnly.shell, shellOnly.sidebar], [full.shell, undefined]);

  const found = await ask('search.find', { q: 'in:anywhere', scope: 'messages', limit: 5, fields: ['id', 'date'] });
  assert.deepEqual([found.groups, found.rows?.length, Object.keys(found.rows?.[0] ?? {})], [[], 5, ['id', 'date']]);

  const { thread_id = '' } = rows[0] ?? {};
  const thread = await ask('threads.get', { thread_id, fields: 'id', include: '' });
  assert.deepEqual([thread.messages, thread.bodies, thread.right_rail.items], [[], [], []]);
  assert.deepEqual(
    thread.rows,
    thread.thread.message_ids.map((id) => ({ id })),
  );
  assert.ok((await ask('threads.get', { thread_id })).bodies.length > 0);

  for (const [name, input] of [
    ['mailbox.list', { fields: 'id,subjekt' }],
    ['mailbox.list', { include: 'sidebars' }],
    ['search.find', { q: 'x', fields: '__proto__' }],
    ['threads.get', { thread_id, include: 'all' }],
  ] as const)
    await assert.rejects(ask(name, input), { kind: 'invalid', code: 'invalid_input' }, JSON.stringify(input));
});

test('a label is named the same whether its sidebar comes along or not', async (t) => {
  const daemon = await testDaemon(t, { accounts: [{ ...ada, count: 20 }] });
  await daemon.synced();
  const { sidebar } = await daemon.ask('mailbox.list', {});
  for (const { lens } of sidebar?.sections.flatMap(({ items }) => items) ?? []) {
    if (lens.kind !== 'label') continue;
    const [full, lean] = [
      await daemon.ask('mailbox.list', { lens_kind: 'label', label_id: lens.labelId }),
      await daemon.ask('mailbox.list', { lens_kind: 'label', label_id: lens.labelId, include: '' }),
    ];
    assert.equal(lean.mailbox.lensLabel, full.mailbox.lensLabel);
  }
});
