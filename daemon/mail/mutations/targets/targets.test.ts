import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ada, bob, mail, testDaemon, type TestAccount, type TestDaemon } from '../../../test-daemon.ts';
import { testFolder } from '../../../test-folder.ts';

const carl: TestAccount = { key: 'carl', email: 'carl@example.test', name: 'Carl at Work' };

function testMessage(to: string, index = 0, headers: Record<string, string> = {}): Buffer {
  const id = `${to}-${index}@people.example`;
  return mail({ from: 'Ben <ben@people.example>', subject: `To ${to} ${index}`, text: 'Hello.', id, headers });
}

async function found({ ask }: Pick<TestDaemon, 'ask'>, q: string): Promise<string[]> {
  const { groups } = await ask('search.find', { q, scope: 'messages', limit: 500 });
  return groups.flatMap(({ rows }) => rows.map(({ id }) => id));
}

/** The conversations in the inbox. */
async function threadsIn({ ask }: Pick<TestDaemon, 'ask'>): Promise<string[]> {
  const { groups } = await ask('search.find', { q: 'in:inbox', scope: 'messages', limit: 500 });
  return [...new Set(groups.flatMap(({ rows }) => rows.map(({ thread_id }) => thread_id)))];
}

test('of 50,000 ids the stored ones are changed once each, in any case, and the others are skipped', async (t) => {
  const daemon = await testDaemon(t, {
    prepare(servers) {
      for (let index = 0; index < 120; index++) servers.get('ada')!.control.deliver(testMessage('ada', index));
    },
  });
  await daemon.synced();
  const known = await found(daemon, 'in:inbox');
  const unknown = Array.from({ length: 50_000 - 2 * known.length }, () => randomUUID());
  const message_ids = [...known, ...unknown, ...known.map((id) => id.toUpperCase())];
  const { ok, result } = await daemon.ask('mutations.star', { message_ids, starred: true });
  const counts = {
    requested: known.length + unknown.length,
    succeeded: known.length,
    skipped: unknown.length,
    failed: 0,
  };
  const { requested, succeeded, skipped, failed, outcomes } = result;
  assert.deepEqual({ ok, requested, succeeded, skipped, failed }, { ok: false, ...counts });
  assert.deepEqual(outcomes[0], {
    message_id: unknown[0],
    outcome: 'skipped',
    reason: 'There is no such message.',
  });
  assert.equal((await found(daemon, 'is:starred')).length, known.length);
  const completed = await daemon.events.until('MutationCompleted');
  assert.deepEqual([completed.ok, completed.succeeded, completed.skipped], [false, known.length, unknown.length]);
});

test('of three accounts the disabled one shows the change and keeps it queued; the others are pushed', async (t) => {
  const accounts = [ada, bob, carl];
  const settings = { accounts, dataDir: join(testFolder(), 'data') };
  const prepare: NonNullable<Parameters<typeof testDaemon>[1]>['prepare'] = (servers) => {
    for (const [key, { control }] of servers) control.deliver(testMessage(key));
  };
  const before = await testDaemon(t, { ...settings, prepare });
  await before.synced();
  await before.close();

  const daemon = await testDaemon(t, { ...settings, prepare, accounts: [ada, { ...bob, enabled: false }, carl] });
  await daemon.synced();
  const message_ids = await found(daemon, 'in:inbox');
  const { ok, result } = await daemon.ask('mutations.archive', { message_ids });
  assert.deepEqual([ok, result.succeeded, result.accounts.map((each) => each.succeeded)], [true, 3, [1, 1, 1]]);
  assert.deepEqual(await found(daemon, 'in:inbox'), []);
  await daemon.resync();
  const lying = (key: string) => daemon.server(key).control.messagesIn('Archive').length;
  assert.deepEqual(['ada', 'bob', 'carl'].map(lying), [1, 0, 1]);
  const { mutation } = await daemon.ask('mutations.get', { mutation_id: result.mutation_id! });
  assert.deepEqual([mutation.succeeded, mutation.waiting], [2, 1]);
  assert.deepEqual(daemon.events.all('MutationCompleted'), []);
});

test('a label that is missing in one account is added in the others, and the reply reports the missing one', async (t) => {
  const daemon = await testDaemon(t, {
    accounts: [ada, bob, carl],
    prepare(servers) {
      for (const [key, { control }] of servers) control.deliver(testMessage(key));
    },
  });
  await daemon.synced();
  const { ok, result } = await daemon.ask('mutations.labels', {
    message_ids: await found(daemon, 'in:inbox'),
    add: ['House'],
  });
  assert.equal(ok, false);
  assert.deepEqual(
    result.accounts.map(({ account_name, succeeded, failed, error }) => [account_name, succeeded, failed, error]),
    [
      ['Ada', 1, 0, null],
      ['Bob', 1, 0, null],
      ['Carl at Work', 0, 1, 'Carl at Work has no label named House.'],
    ],
  );
  await daemon.events.until('MutationCompleted');
  const lying = (key: string) => daemon.server(key).control.messagesIn('House').length;
  assert.deepEqual(['ada', 'bob'].map(lying), [1, 1]);
});

test('a conversation that was merged into another is still found by its old id', async (t) => {
  const daemon = await testDaemon(t, {
    prepare(servers) {
      for (const index of [0, 1]) servers.get('ada')!.control.deliver(testMessage('ada', index));
    },
  });
  await daemon.synced();
  const old = await threadsIn(daemon);
  assert.equal(old.length, 2);
  const both = '<ada-0@people.example> <ada-1@people.example>';
  daemon
    .server('ada')
    .control.deliver(testMessage('ada', 2, { References: both, 'In-Reply-To': '<ada-1@people.example>' }));
  await daemon.resync();
  for (const thread_id of old) {
    const { result } = await daemon.ask('mutations.read', { thread_ids: [thread_id], read: true, dry_run: true });
    assert.equal(result.succeeded, 3);
  }
  const { result } = await daemon.ask('mutations.archive', { thread_ids: old });
  assert.deepEqual([result.requested, result.succeeded], [3, 3]);
  assert.deepEqual(await found(daemon, 'in:inbox'), []);
});

test('archiving a conversation includes messages that the user wrote to themselves', async (t) => {
  const daemon = await testDaemon(t, {
    prepare(servers) {
      const { control } = servers.get('ada')!;
      control.deliver(testMessage('ada'));
      const note = mail({
        from: 'Ada <ada@example.test>',
        subject: 'Re: To ada 0',
        text: 'A note to myself.',
        id: 'note@example.test',
        minutesAgo: 5,
        headers: { References: '<ada-0@people.example>', 'In-Reply-To': '<ada-0@people.example>' },
      });
      for (const folder of ['INBOX', 'Sent']) control.deliver(note, { folder });
    },
  });
  await daemon.synced();
  await daemon.ask('mutations.archive', { thread_ids: await threadsIn(daemon) });
  assert.deepEqual(await found(daemon, 'in:inbox'), []);
  await daemon.events.until('MutationCompleted');
  const { control } = daemon.server('ada');
  assert.deepEqual([control.messagesIn('Archive').length, control.messagesIn('Sent').length], [2, 1]);
});

test('missing folders are created when mail is archived, trashed and marked as spam', async (t) => {
  const daemon = await testDaemon(t, {
    prepare(servers) {
      const { control } = servers.get('ada')!;
      for (const index of [0, 1, 2]) control.deliver(testMessage('ada', index));
      for (const folder of ['Archive', 'Trash', 'Junk']) control.fault({ kind: 'folder-vanishes', folder, times: 1 });
    },
  });
  await daemon.synced();
  await daemon.resync();
  const { control } = daemon.server('ada');
  assert.ok(!control.folders().some((path) => ['Archive', 'Trash', 'Junk'].includes(path)));
  const ids = await found(daemon, 'in:inbox');
  for (const [index, name] of (['archive', 'trash', 'spam'] as const).entries()) {
    const { result } = await daemon.ask(`mutations.${name}`, { message_ids: [ids[index]!] });
    assert.equal(result.succeeded, 1);
    await daemon.events.until('MutationCompleted', index + 1);
  }
  assert.deepEqual(
    ['Archive', 'Trash', 'Spam'].map((path) => control.messagesIn(path).length),
    [1, 1, 1],
  );
});

test('imported mail, which has no server, is changed at once, and the changes are undoable', async (t) => {
  const daemon = await testDaemon(t, { accounts: [] });
  const folder = join(testFolder(), 'mail');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'one.eml'), testMessage('ada'));
  await daemon.ask('import.start', { path: folder, folder: 'Old mail' }, { origin: 'cli' });
  await daemon.events.until('OperationCompleted');
  await daemon.whenIndexed();
  const { result: starred } = await daemon.ask('mutations.star', { query: 'from:ben', starred: true });
  const { result } = await daemon.ask('mutations.archive', { query: 'is:starred' });
  assert.deepEqual([starred.succeeded, result.succeeded], [1, 1]);
  await daemon.events.until('MutationCompleted', 2);
  const trashed = await daemon.ask('mutations.trash', { query: 'is:starred' });
  assert.equal((await found(daemon, 'in:trash')).length, 1);
  await daemon.ask('mutations.undo', { mutation_id: trashed.result.mutation_id! });
  assert.equal((await found(daemon, 'in:trash')).length, 0);
  assert.equal((await found(daemon, 'is:starred')).length, 1);
  await daemon.events.until('MutationCompleted', 4);
});
