import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aborted } from '../../base/abort.ts';
import type { FakeProvider } from '../../providers/fake/provider.ts';
import { mail, testDaemon } from '../../test-daemon.ts';

/** A server whose sync can be stopped: with what it tells of Archive on its way, and once that has been taken in. */
function heldBack(server: () => FakeProvider) {
  let stops: { told: Stop; taken: Stop } | undefined;
  return {
    open: async () => ({
      ...server(),
      close: async () => undefined,
      async *changes(...[cursors, signal]: Parameters<FakeProvider['changes']>) {
        for await (const batch of server().changes(cursors, signal)) {
          const held = batch.arrivals.some(({ folder }) => folder === 'Archive') ? stops : undefined;
          if (held) stops = undefined;
          await held?.told.arrive(signal);
          yield batch;
          await held?.taken.arrive(signal);
        }
      },
    }),
    hold: () => (stops = { told: makeStop(), taken: makeStop() }),
  };
}

type Stop = ReturnType<typeof makeStop>;

function makeStop() {
  const [reached, passed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  return {
    reached: reached.promise,
    pass: () => passed.resolve(),
    arrive(signal: AbortSignal) {
      reached.resolve();
      return Promise.race([passed.promise, aborted(signal)]);
    },
  };
}

test('what a sync still tells of a place that mail has left meanwhile does not count, and no copy is lost by it', async (t) => {
  const servers: FakeProvider[] = [];
  const line = heldBack(() => servers[0]!);
  const daemon = await testDaemon(t, {
    prepare: (providers) => {
      servers.push(...providers.values());
      servers[0]!.control.deliver(
        mail({ from: 'Ben <ben@people.example>', subject: 'One', text: 'Hello.', id: 'one@people.example' }),
      );
    },
    options: { openProvider: line.open },
  });
  await daemon.synced();
  const { control } = daemon.server('ada');
  const lying = () => ['INBOX', 'Archive'].map((folder) => control.lying(folder).length);
  const { groups } = await daemon.ask('search.find', { q: 'in:inbox', scope: 'messages' });
  const id = groups[0]?.rows[0]?.id ?? '';

  const { told, taken } = line.hold();
  const { result } = await daemon.ask('mutations.archive', { message_ids: [id] });
  await daemon.events.until('MutationCompleted');
  const synced = daemon.resync();
  await told.reached;
  const undone = await daemon.ask('mutations.undo', { mutation_id: result.mutation_id });
  await daemon.events.until('MutationCompleted', 2);
  assert.deepEqual(lying(), [1, 0]);
  told.pass();
  await taken.reached;

  await daemon.ask('mutations.undo', { mutation_id: undone.result.mutation_id });
  await daemon.events.until('MutationCompleted', 3);
  assert.deepEqual(lying(), [0, 1]);
  taken.pass();
  await synced;
  await daemon.resync();
  const found = await daemon.ask('search.find', { q: 'in:archive', scope: 'messages' });
  assert.deepEqual(
    found.groups.flatMap((group) => group.rows.map((row) => row.id)),
    [id],
  );
});
