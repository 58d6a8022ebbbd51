import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isVisibleTo } from '../../contract/event-visibility.ts';
import type { Caller } from '../../handler-types.ts';
import { ada, bob, mail, testDaemon } from '../../test-daemon.ts';
import { testFolder } from '../../test-folder.ts';

/** A daemon with mail in two accounts, and the tokens of three programs. */
async function daemonWithTokens(t: Parameters<typeof testDaemon>[0]) {
  const daemon = await testDaemon(t, {
    accounts: [ada, bob],
    config: `[general]\ndownload_dir = ${JSON.stringify(testFolder())}`,
    prepare(servers) {
      for (const [key, { control }] of servers)
        for (let index = 0; index < 60; index++)
          control.deliver(
            mail({
              from: 'eve@people.example',
              subject: `Letter for ${key}`,
              text: key,
              id: `${key}${index}@people.example`,
            }),
          );
    },
  });
  await daemon.synced();
  const { accounts } = await daemon.ask('accounts.list');
  const idOf = (wanted: string) => accounts.find(({ key }) => key === wanted)?.account_id ?? '';
  const callerWith = async (account_ids?: string[]): Promise<Caller> => {
    const { token } = await daemon.ask('tokens.create', { name: 'x', origin: 'script', account_ids });
    const caller = daemon.callerForToken(token);
    assert.ok(caller);
    return caller;
  };
  const limited = await callerWith([idOf('ada')]);
  const unlimited = await callerWith();
  const other = await callerWith();
  const seen = async (caller?: Caller) => (await daemon.ask('jobs.list', {}, caller)).jobs.map(({ job_id }) => job_id);
  return { daemon, limited, unlimited, other, seen, idOf };
}

const notFound = { kind: 'missing', code: 'not_found' };

test('a key limited to one account neither sees nor cancels an export of all accounts', async (t) => {
  const { daemon, limited, unlimited, seen } = await daemonWithTokens(t);
  const { job_id } = await daemon.ask('exports.start', { query: 'letter', format: 'Mbox' });
  for (const caller of [limited, unlimited]) {
    assert.ok(!(await seen(caller)).includes(job_id));
    await assert.rejects(daemon.ask('jobs.get', { job_id }, caller), notFound);
    await assert.rejects(daemon.ask('jobs.cancel', { job_id }, caller), notFound);
  }
  await daemon.events.until('OperationCompleted', 3);
  const { job } = await daemon.ask('jobs.get', { job_id });
  assert.deepEqual([job.status, job.cancelled, job.progress.succeeded], ['succeeded', false, 120]);
});

test('a job that touches several accounts is seen by its own key and by the user alone', async (t) => {
  const { daemon, limited, unlimited, other, seen } = await daemonWithTokens(t);
  const { job_id: ofAll } = await daemon.ask('exports.start', { query: 'letter', format: 'Mbox' }, unlimited);
  const { job_id: ofOne } = await daemon.ask('exports.start', { query: 'letter', format: 'Mbox' }, limited);
  await daemon.events.until('OperationCompleted', 4);
  const callers = [undefined, unlimited, other, limited];
  const lists = await Promise.all(callers.map(async (caller) => seen(caller)));
  assert.deepEqual(
    lists.map((list) => [list.includes(ofAll), list.includes(ofOne)]),
    [
      [true, true],
      [true, true],
      [false, true],
      [false, true],
    ],
  );
});

test('the events of a job reach the same callers as the job', async (t) => {
  const { daemon, limited, unlimited, other } = await daemonWithTokens(t);
  const { job_id } = await daemon.ask('exports.start', { query: 'letter', format: 'Mbox' }, unlimited);
  await daemon.events.until('OperationCompleted', 3);
  const events = daemon.events.recordedEvents.filter(
    (event) => 'operation_id' in event && event.operation_id === job_id,
  );
  assert.ok(events.length >= 2);
  const isSeenBy = (caller: Caller) => {
    const accounts = daemon.visibleAccountIds(caller);
    assert.ok(accounts);
    return new Set(events.map((event) => isVisibleTo(event, { ...caller, accounts })));
  };
  assert.deepEqual([unlimited, other, limited].map(isSeenBy), [new Set([true]), new Set([false]), new Set([false])]);
  const entries = async (caller?: Caller) =>
    (await daemon.ask('admin.events', { category: 'operation', limit: 200 }, caller)).entries.map(({ seq }) => seq);
  const lists = await Promise.all([unlimited, other, limited].map(entries));
  assert.deepEqual(
    lists.map((list) => events.filter(({ seq }) => list.includes(seq)).length),
    [events.length, 0, 0],
  );
});

test('a change of several accounts can be seen and undone by its own key and by the user alone', async (t) => {
  const { daemon, limited, unlimited, other } = await daemonWithTokens(t);
  const { result } = await daemon.ask('mutations.star', { query: 'letter', starred: true }, unlimited);
  const mutation_id = result.mutation_id!;
  const history = async (caller?: Caller) => {
    const { mutations, waiting } = await daemon.ask('mutations.history', {}, caller);
    return [mutations.map((mutation) => mutation.mutation_id), waiting > 0];
  };
  const job_id = result.job_id!;
  for (const caller of [other, limited]) {
    assert.deepEqual(await history(caller), [[], false]);
    for (const name of ['mutations.get', 'mutations.undo'] as const)
      await assert.rejects(daemon.ask(name, { mutation_id }, caller), notFound);
    await assert.rejects(daemon.ask('jobs.cancel', { job_id }, caller), notFound);
  }
  assert.deepEqual((await history())[0], [mutation_id]);
  assert.deepEqual((await history(unlimited))[0], [mutation_id]);
  await daemon.ask('mutations.undo', { mutation_id }, unlimited);
});

test('a job of one account is seen by every key that may see the account', async (t) => {
  const { daemon, limited, other, seen, idOf } = await daemonWithTokens(t);
  const { result } = await daemon.ask('mutations.star', { query: 'subject:ada', starred: true });
  const { mutations } = await daemon.ask('mutations.history', {}, limited);
  assert.deepEqual(
    mutations.map(({ mutation_id, account_ids }) => [mutation_id, account_ids]),
    [[result.mutation_id, [idOf('ada')]]],
  );
  const { jobs } = await daemon.ask('jobs.list');
  const first = (account: string) => jobs.find(({ account_id }) => account_id === idOf(account))?.job_id ?? '';
  const lists = [await seen(limited), await seen(other)];
  assert.deepEqual(
    lists.map((list) => [list.includes(first('ada')), list.includes(first('bob'))]),
    [
      [true, false],
      [true, true],
    ],
  );
});
