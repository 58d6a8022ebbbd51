import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openWritable, sql } from '../../store/db.ts';
import { storeFiles } from '../../store/open.ts';
import { mail, testDaemon } from '../../test-daemon.ts';
import { saveDeliveryTodos } from './deliveries.ts';

const from = 'Shop <noreply@shop.example>';
const daemon = await testDaemon(
  { after: () => undefined },
  {
    prepare: (providers) =>
      providers
        .get('ada')!
        .control.deliver(mail({ from, subject: 'Your parcel', text: 'On its way.', id: 'p@shop.example' })),
  },
);
const db = openWritable(storeFiles(daemon.dataDir).mail, { durability: 'normal' });
after(async () => {
  db.close();
  await daemon.close();
});

test('a delivery under way is a to-do that follows it, ends with it, and stays as the user has left it', async () => {
  await daemon.synced();
  const now = daemon.clock.now();
  const { message_id } = db.get<{ message_id: string }>(sql`SELECT message_id FROM messages`)!;
  const parcel = {
    delivery_id: 'd1',
    merchant: 'Shop',
    carrier: null,
    eta_until: '2026-03-12T17:00:00.000Z',
    message_id,
  };
  const listed = async () => {
    const { todos } = await daemon.ask('todos.list', { state: 'all' });
    return todos.map(({ title, due_at, state }) => [title, due_at, state]);
  };
  assert.equal(saveDeliveryTodos(db, [parcel], now).length, 1);
  assert.equal(saveDeliveryTodos(db, [parcel], now).length, 0);
  assert.deepEqual(await listed(), [['Parcel from Shop', '2026-03-12T17:00:00.000Z', 'open']]);
  saveDeliveryTodos(db, [{ ...parcel, eta_until: '2026-03-13T17:00:00.000Z' }], now);
  assert.deepEqual(await listed(), [['Parcel from Shop', '2026-03-13T17:00:00.000Z', 'open']]);
  saveDeliveryTodos(db, [], now);
  assert.deepEqual((await listed())[0]?.[2], 'done');
  saveDeliveryTodos(db, [parcel], now);
  assert.deepEqual((await listed())[0]?.[2], 'open');
  const { todos } = await daemon.ask('todos.list');
  await daemon.ask('todos.dismiss', { todo_ids: [todos[0]?.id] });
  saveDeliveryTodos(db, [parcel], now);
  assert.deepEqual((await listed())[0]?.[2], 'dismissed');
});
