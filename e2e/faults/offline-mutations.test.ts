import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import { movableClock } from '../../daemon/base/clock.ts';
import { createFakeProvider } from '../../daemon/providers/fake/provider.ts';
import type { Operation, Provider } from '../../daemon/providers/provider.ts';
import { ada, mail, testDaemon, testStart, type TestDaemon } from '../../daemon/test-daemon.ts';
import { testFolder } from '../../daemon/test-folder.ts';

const messageCount = 100;

/** A server that outlives the daemon, and the operations it received. */
function persistentServer() {
  const clock = movableClock(testStart);
  const { key, email, name } = ada;
  const server = createFakeProvider({ key, email, name, seed: 7, count: 0, clock, anchor: new Date(testStart) });
  for (let index = 0; index < messageCount; index++) {
    const [subject, id] = [`Letter ${index}`, `letter${index}@people.example`];
    server.control.deliver(mail({ from: 'ben@people.example', subject, text: 'Hello.', id, minutesAgo: 60 + index }));
  }
  const applied: Operation[] = [];
  const provider: Provider = {
    ...server,
    async apply(operations, signal) {
      const outcomes = await server.apply(operations, signal);
      applied.push(...operations);
      return outcomes;
    },
    close: async () => undefined,
  };
  const open = (t: TestContext, dataDir: string) =>
    testDaemon(t, { dataDir, options: { clock, openProvider: async () => provider } });
  return { clock, server, applied, open };
}

/** The actions on each message, in rounds: five actions on each of a hundred messages. */
const rounds: ((daemon: TestDaemon, id: string) => Promise<{ result: { mutation_id: string | null } }>)[] = [
  (daemon, id) => daemon.ask('mutations.star', { message_ids: [id], starred: true }),
  (daemon, id) => daemon.ask('mutations.labels', { message_ids: [id], add: ['House'] }),
  (daemon, id) => daemon.ask('mutations.archive', { message_ids: [id] }),
  (daemon, id) => daemon.ask('mutations.read', { message_ids: [id], read: true }),
  (daemon, id) => daemon.ask('mutations.move', { message_ids: [id], target_label: 'Taxes 2026' }),
];

test('the actions of an hour without a network reach the server in order and once', async (t) => {
  const { clock, server, applied, open } = persistentServer();
  const dataDir = join(testFolder(), 'data');
  const first = await open(t, dataDir);
  await first.synced();
  const ids = await idsIn(first, 'in:inbox');
  assert.equal(ids.length, messageCount);

  server.control.fault({ kind: 'offline' });
  const done: string[] = [];
  const act = async (daemon: TestDaemon, round: number, some: readonly string[]) => {
    for (const id of some) done.push((await rounds[round]!(daemon, id)).result.mutation_id ?? '');
  };
  const knocksBefore = { ...server.control.calls };
  for (const round of [0, 1]) await act(first, round, ids);
  await act(first, 2, ids.slice(0, messageCount / 2));
  await advanceMinutes(clock, 30);
  assert.deepEqual(first.events.all('MutationCompleted'), []);
  await first.close();

  const second = await open(t, dataDir);
  await act(second, 2, ids.slice(messageCount / 2));
  for (const round of [3, 4]) await act(second, round, ids);
  await advanceMinutes(clock, 30);
  assert.equal(done.length, 500);
  assert.deepEqual(applied, []);
  for (const verb of ['apply', 'folders', 'changes'] as const) {
    const attempts = server.control.calls[verb] - knocksBefore[verb];
    assert.ok(attempts <= 100, `${verb} was tried ${attempts} times in an hour`);
  }

  server.control.clearFaults();
  clock.advance(60_000);
  await second.events.until('MutationCompleted', done.length);
  await second.resync();
  const completed = second.events.all('MutationCompleted');
  assert.equal(completed.length, done.length);
  assert.deepEqual(new Set(completed.map(({ mutation_id }) => mutation_id)), new Set(done));
  assert.ok(completed.every(({ ok, succeeded }) => ok && succeeded === 1));

  const { control } = server;
  const flags = ['\\Flagged', '\\Seen'];
  const counts = control
    .folders()
    .flatMap((path) => (control.messagesIn(path).length > 0 ? [[path, control.messagesIn(path).length]] : []));
  assert.deepEqual(counts, [
    ['House', messageCount],
    ['Taxes 2026', messageCount],
  ]);
  for (const [path] of counts)
    assert.ok(control.messagesIn(String(path)).every((place) => place.flags.join() === flags.join()));
  assert.deepEqual(applied.map(kindOf), expectedKinds());
  assert.deepEqual((await idsIn(second, 'label:House')).toSorted(), ids.toSorted());
});

/** A flag, a copy, a move out of the inbox, a flag on either copy, a move out of the archive: each a hundred times. */
function expectedKinds(): string[] {
  const kinds = ['flags', 'copy', 'move', 'flags', 'move'];
  return kinds.flatMap((kind, round) => Array<string>(round === 3 ? 2 * messageCount : messageCount).fill(kind));
}

function kindOf({ do: kind }: Operation): string {
  return kind;
}

async function advanceMinutes(clock: ReturnType<typeof movableClock>, minutes: number): Promise<void> {
  for (let seconds = 0; seconds < minutes * 60; seconds += 10) {
    clock.advance(10_000);
    for (let turn = 0; turn < 5; turn++) await nextTurn();
  }
}

async function idsIn(daemon: TestDaemon, q: string): Promise<string[]> {
  const { groups } = await daemon.ask('search.find', { q, scope: 'messages', limit: 200 });
  return groups.flatMap(({ rows }) => rows.map(({ id }) => id));
}
