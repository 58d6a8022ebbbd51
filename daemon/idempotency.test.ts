import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { z } from 'zod';
import { movableClock } from './base/clock.ts';
import { Failure } from './base/failure.ts';
import type { Request } from './contract/define.ts';
import { createDispatch } from './dispatch.ts';
import { createIdempotentRunner } from './idempotency.ts';
import { sql } from './store/db.ts';
import { openMail, openReader, storeFiles } from './store/open.ts';
import { openIndex } from './mail/index/index-file.ts';
import { testFolder } from './test-folder.ts';

const change = { effect: { safety: 'mutate' }, scope: 'none', output: z.object({ made: z.string() }) } as const;
const input = z.object({ name: z.string() });
const table = new Map<string, Request>([
  ['names.add', { ...change, summary: 'Adds a name.', input }],
  ['names.wait', { ...change, summary: 'Adds a name after a while.', input, awaits: true }],
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
  const handlers: Record<string, (input: { name: string }) => unknown> = {
    'names.add': ({ name }) => add(name),
    'names.look': ({ name }) => ({ made: `${name} ${waiting.length}` }),
    async 'names.wait'({ name }) {
      await new Promise<void>((resolve, reject) => waiting.push({ go: resolve, fail: reject }));
      return add(name);
    },
  };
  const dispatch = createDispatch({
    read,
    write,
    clock,
    requestOf: (name) => table.get(name),
    handlerOf: (name) => (given) => handlers[name]?.(given as { name: string }),
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
