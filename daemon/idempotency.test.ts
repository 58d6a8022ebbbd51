import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { z } from 'zod';
import { movableClock } from './base/clock.ts';
import { Failure } from './base/failure.ts';
import type { Request } from './contract/define.ts';
import { createDispatch } from './dispatch.ts';
import { createIdempotentRunner } from './idempotency.ts';
import { sql, type WriteDb } from './store/db.ts';
import { openMail, openReader, storeFiles } from './store/open.ts';
import { openIndex } from './mail/index/index-file.ts';
import { testFolder } from './test-folder.ts';
import { until } from './test-until.ts';

const change = { effect: { safety: 'mutate' }, scope: 'none', output: z.object({ made: z.string() }) } as const;
const input = z.object({ name: z.string() });
const table = new Map<string, Request>([
  ['names.add', { ...change, summary: 'Adds a name.', input }],
  ['names.wait', { ...change, summary: 'Adds a name after a while.', input, awaits: true }],
  ['names.send', { ...change, summary: 'Adds a name between two waits.', input, awaits: 'outcome' }],
  ['names.look', { ...change, effect: { safety: 'read' }, summary: 'Looks.', input }],
]);
const script = { origin: 'script' as const };

/** A dispatch over a store of its own, whose rows write down which names they were asked to add. */
async function openNames(t: Pick<TestContext, 'after'>) {
  const files = storeFiles(testFolder());
  const write = await openMail(files.mail);
  openIndex(files.index).db.close();
  const read = openReader(files);
  write.exec('CREATE TABLE names (name TEXT) STRICT');
  t.after(() => [write, read].forEach((db) => db.close()));
  const clock = movableClock('2026-01-01T00:00:00Z');
  const waiting: { go: () => void; fail: (why: Error) => void }[] = [];
  const add = (name: string) => {
    if (name === 'bad') throw new Failure('invalid', 'bad_name', 'That is no name.');
    const { id } = write.run(sql`INSERT INTO names (name) VALUES (${name})`);
    if (name === 'bug') throw new Error('a bug after the change');
    return { made: `${name} ${id}` };
  };
  const pause = () => new Promise<void>((resolve, reject) => waiting.push({ go: resolve, fail: reject }));
  const handlers: Record<string, (input: { name: string }, call: { db: WriteDb }) => unknown> = {
    'names.add': ({ name }) => add(name),
    'names.look': ({ name }) => ({ made: `${name} ${waiting.length}` }),
    async 'names.wait'({ name }) {
      await pause();
      return add(name);
    },
    async 'names.send'({ name }, { db }) {
      await pause();
      const added = db.transaction(() => add(name));
      await pause();
      return added;
    },
  };
  const dispatch = createDispatch({
    read,
    write,
    clock,
    requestOf: (name) => table.get(name),
    handlerOf: (name) => (given, call) =>
      handlers[name]?.(given as { name: string }, call as unknown as { db: WriteDb }),
    runOnReader: () => Promise.reject(new Error('no reader')),
    policy: () => ({ general: 'full', profiles: {} }),
  });
  const names = () => write.all<{ name: string }>(sql`SELECT name FROM names`).map(({ name }) => name);
  const ask = (
    row: string,
    name: string,
    idempotencyKey?: string,
    caller: { origin: 'script'; token_id?: string } = script,
  ) => dispatch(`names.${row}`, { name }, caller, idempotencyKey === undefined ? {} : { idempotencyKey });
  return { ask, names, clock, waiting, write };
}

test('a change that comes again under its key is not made again, and is answered as the first time', async (t) => {
  const { ask, names } = await openNames(t);
  const first = await ask('add', 'ada', 'k1');
  assert.deepEqual(await ask('add', 'ada', 'k1'), first);
  assert.deepEqual(names(), ['ada']);
  assert.notDeepEqual(await ask('add', 'ada', 'k2'), first);
  await ask('add', 'ada');
  assert.deepEqual(names(), ['ada', 'ada', 'ada']);
});

test('a key stands for one request: another input or another row under it is refused and changes nothing', async (t) => {
  const { ask, names } = await openNames(t);
  await ask('add', 'ada', 'k');
  await assert.rejects(ask('add', 'bob', 'k'), { kind: 'unsupported', code: 'idempotency_key_reused' });
  await assert.rejects(ask('wait', 'ada', 'k'), { code: 'idempotency_key_reused' });
  assert.deepEqual(names(), ['ada']);
});

test('two callers may choose the same key', async (t) => {
  const { ask, names } = await openNames(t);
  await ask('add', 'ada', 'k');
  await ask('add', 'ada', 'k', { ...script, token_id: 't' });
  assert.equal(names().length, 2);
});

test('a change that failed leaves its key free and nothing behind', async (t) => {
  const { ask, names } = await openNames(t);
  await assert.rejects(ask('add', 'bad', 'k'), { code: 'bad_name' });
  await assert.rejects(ask('add', 'bug', 'k'), /a bug/);
  assert.deepEqual(names(), []);
  await ask('add', 'ada', 'k');
  assert.deepEqual(names(), ['ada']);
});

test('a key is kept for a day', async (t) => {
  const { ask, names, clock } = await openNames(t);
  await ask('add', 'ada', 'k');
  clock.advance(23 * 3_600_000);
  await ask('add', 'ada', 'k');
  assert.equal(names().length, 1);
  clock.advance(2 * 3_600_000);
  await ask('add', 'ada', 'k');
  assert.equal(names().length, 2);
});

test('a read takes no key', async (t) => {
  const { ask, write } = await openNames(t);
  await ask('look', 'ada', 'k');
  assert.equal(write.get<{ n: number }>(sql`SELECT count(*) AS n FROM idempotency_keys`)?.n, 0);
});

test('what takes its time is not begun twice, and is told apart while it runs', async (t) => {
  const { ask, names, waiting } = await openNames(t);
  const first = ask('wait', 'ada', 'k');
  await assert.rejects(ask('wait', 'ada', 'k'), { kind: 'conflict', code: 'idempotency_in_flight', retryable: true });
  waiting[0]?.go();
  assert.deepEqual(await ask('wait', 'ada', 'k').catch(() => first), await first);
  assert.deepEqual(await ask('wait', 'ada', 'k'), await first);
  assert.deepEqual(names(), ['ada']);
});

test('of what was stopped in the middle nobody claims to know the outcome; what failed plainly may be tried again', async (t) => {
  const { ask, names, waiting, write, clock } = await openNames(t);
  const failing = ask('wait', 'ada', 'k1');
  waiting[0]?.fail(new Failure('provider', 'offline', 'The server is away.'));
  await assert.rejects(failing, { code: 'offline' });
  const again = ask('wait', 'ada', 'k1');
  waiting[1]?.go();
  await again;
  assert.deepEqual(names(), ['ada']);

  // A process that was killed has kept nothing in memory.
  void ask('wait', 'eve', 'k2').catch(() => undefined);
  const afterwards = createIdempotentRunner({ db: write, clock });
  const keyed = { owner: 'owner', key: 'k2', request: 'names.wait', input: { name: 'eve' }, isSecret: false };
  await assert.rejects(
    afterwards.runAsync(keyed, async () => 'done'),
    { kind: 'conflict', code: 'outcome_unknown' },
  );
});

test('what was stopped before its change leaves the key free; after the change its outcome is in doubt', async (t) => {
  const { ask, names, waiting, write, clock } = await openNames(t);
  const keyed = { owner: 'owner', key: 'k', request: 'names.send', input: { name: 'ada' }, isSecret: false };
  // A process that was killed has kept nothing in memory.
  const afterKill = () => createIdempotentRunner({ db: write, clock });
  const sent = ask('send', 'ada', 'k');
  await assert.rejects(
    afterKill().runToOutcome(keyed, () => Promise.reject(new Error('killed again'))),
    /killed again/,
  );
  waiting[0]?.go();
  await until('the name is added', () => waiting.length === 2);
  await assert.rejects(
    afterKill().runToOutcome(keyed, async () => 'done'),
    { kind: 'conflict', code: 'outcome_unknown' },
  );
  waiting[1]?.go();
  assert.deepEqual(await ask('send', 'ada', 'k').catch(() => sent), await sent);
  assert.deepEqual(names(), ['ada']);
});

test('a change that fails in its transaction leaves its key free', async (t) => {
  const { ask, names, waiting } = await openNames(t);
  for (const [at, name] of ['bad', 'bug', 'ada'].entries()) {
    const sent = ask('send', name, 'k').catch((failed: Error) => failed.message);
    await until('it waits', () => waiting.length > at);
    waiting[at]?.go();
    if (name === 'ada') await until('the name is added', () => waiting.length > at + 1);
    waiting[at + 1]?.go();
    await sent;
  }
  assert.deepEqual(names(), ['ada']);
});
