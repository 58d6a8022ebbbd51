import assert from 'node:assert/strict';
import { test } from 'node:test';
import { untilAborted } from '../../base/abort.ts';
import type { FakeProvider } from '../../providers/fake/provider.ts';
import { mail, testDaemon } from '../../test-daemon.ts';

/** A provider whose sync can be paused: before its changes of Archive arrive, and after they are stored. */
function pausableSync(server: () => FakeProvider) {
  let stops: { beforeBatch: Checkpoint; afterBatch: Checkpoint } | undefined;
  return {
    open: async () => ({
      ...server(),
      close: async () => undefined,
      async *changes(...[cursors, signal]: Parameters<FakeProvider['changes']>) {
        for await (const batch of server().changes(cursors, signal)) {
          const stopping = batch.arrivals.some(({ folder }) => folder === 'Archive') ? stops : undefined;
          if (stopping) stops = undefined;
          await stopping?.beforeBatch.arrive(signal);
          yield batch;
          await stopping?.afterBatch.arrive(signal);
        }
      },
    }),
    hold: () => (stops = { beforeBatch: createCheckpoint(), afterBatch: createCheckpoint() }),
  };
}

type Checkpoint = ReturnType<typeof createCheckpoint>;

function createCheckpoint() {
  const [reached, passed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  return {
    reached: reached.promise,
    pass: () => passed.resolve(),
    arrive(signal: AbortSignal) {
      reached.resolve();
      return Promise.race([passed.promise, untilAborted(signal)]);
    },
  };
}

test('an outdated sync report about a placement that mail has left is ignored, and no copy is lost', async (t) => {
  const servers: FakeProvider[] = [];
  const line = pausableSync(() => servers[0]!);
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
  const lying = () => ['INBOX', 'Archive'].map((folder) => control.messagesIn(folder).length);
  const { groups } = await daemon.ask('search.find', { q: 'in:inbox', scope: 'messages' });
  const id = groups[0]?.rows[0]?.id ?? '';

  const { beforeBatch, afterBatch } = line.hold();
  const { result } = await daemon.ask('mutations.archive', { message_ids: [id] });
  await daemon.events.until('MutationCompleted');
  const synced = daemon.resync();
  await beforeBatch.reached;
  const undone = await daemon.ask('mutations.undo', { mutation_id: result.mutation_id });
  await daemon.events.until('MutationCompleted', 2);
  assert.deepEqual(lying(), [1, 0]);
  beforeBatch.pass();
  await afterBatch.reached;

  await daemon.ask('mutations.undo', { mutation_id: undone.result.mutation_id });
  await daemon.events.until('MutationCompleted', 3);
  assert.deepEqual(lying(), [0, 1]);
  afterBatch.pass();
  await synced;
  await daemon.resync();
  const found = await daemon.ask('search.find', { q: 'in:archive', scope: 'messages' });
  assert.deepEqual(
    found.groups.flatMap((group) => group.rows.map((row) => row.id)),
    [id],
  );
});
