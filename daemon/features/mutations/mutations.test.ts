import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ada, mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';

async function withLetters(t: Parameters<typeof testDaemon>[0], count = 1) {
  const daemon = await testDaemon(t, {
    accounts: [ada],
    prepare: (providers) => {
      for (let index = 0; index < count; index++)
        providers
          .get('ada')!
          .control.deliver(
            mail({
              from: 'Ben <ben@people.example>',
              subject: `Letter ${index}`,
              text: 'Hello.',
              id: `l${index}@people.example`,
              minutesAgo: 60 + index,
            }),
          );
    },
  });
  await daemon.synced();
  return daemon;
}

async function listed(daemon: TestDaemon, q: string): Promise<string[]> {
  const { groups } = await daemon.ask('search.find', { q, scope: 'messages' });
  return groups.flatMap(({ rows }) => rows.map(({ id }) => id));
}

test('archived mail is out of the inbox at once, reaches the server, and comes back by undo', async (t) => {
  const daemon = await withLetters(t);
  const [id = ''] = await listed(daemon, 'in:inbox');
  const { ok, result } = await daemon.ask('mutations.archive', { message_ids: [id] });
  assert.equal(ok, true);
  assert.deepEqual(await listed(daemon, 'in:inbox'), []);
  const told = await daemon.events.until('MutationCompleted');
  assert.deepEqual([told.mutation_id, told.ok, told.kind], [result.mutation_id, true, 'archive']);
  const { control } = daemon.server('ada');
  assert.deepEqual(control.lying('Archive').length, 1);
  await daemon.resync();
  assert.deepEqual(await listed(daemon, 'in:inbox'), []);
  assert.deepEqual(await listed(daemon, 'in:archive'), [id]);
  await daemon.ask('mutations.undo', { mutation_id: result.mutation_id });
  assert.deepEqual(await listed(daemon, 'in:inbox'), [id]);
  await daemon.events.until('MutationCompleted', 2);
  await daemon.resync();
  assert.deepEqual(await listed(daemon, 'in:inbox'), [id]);
});
