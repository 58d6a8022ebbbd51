import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Failure } from '../../base/failure.ts';
import type { FakeProvider } from '../../providers/fake/provider.ts';
import { ProviderError, type Provider } from '../../providers/provider.ts';
import { ada, bob, mail, testDaemon } from '../../test-daemon.ts';
import { testFolder } from '../../test-folder.ts';
import { expunge } from './expunge-leftovers.ts';
import {
  isUpToDateOnServer,
  persistentFakeServer,
  interruptibleProvider,
  linkedDraft,
  advanceUntil,
  changeDraftFields,
  versionsOn,
  type InterruptPoint,
} from './test-linked-drafts.ts';

const hasCode = (code: string) => (failed: Failure) => failed.code === code;

test('a linked draft has one version on its server after any number of changes, and none once it is discarded (checklist 128)', async (t) => {
  const daemon = await testDaemon(t, { accounts: [ada, bob] });
  await daemon.synced();
  const server = daemon.server('ada');
  const draft_id = await linkedDraft(daemon);
  await advanceUntil(daemon, isUpToDateOnServer(daemon, draft_id));
  const appended = server.control.calls.append;
  for (let change = 1; change <= 6; change++) {
    await changeDraftFields(daemon, draft_id, { body_markdown: `Version ${change}` });
    assert.ok(server.control.messagesIn('Drafts').length <= 2);
    await daemon.events.until('DraftsUpdated', change);
  }
  assert.ok(server.control.calls.append - appended <= 1, 'a draft that was just pushed waits');
  await advanceUntil(daemon, isUpToDateOnServer(daemon, draft_id));
  await advanceUntil(daemon, () => server.control.messagesIn('Drafts').length === 1);

  const [version = ''] = await versionsOn(server);
  assert.match(version, /Version 6/);
  assert.match(version, new RegExp(`^X-Posthorn-Draft: ${draft_id}\r$`, 'm'));
  assert.deepEqual(server.control.messagesIn('Drafts')[0]?.flags, ['\\Draft', '\\Seen']);
  await daemon.resync();
  assert.equal((await daemon.ask('drafts.list')).drafts.length, 1);

  await t.test('a draft that the server refuses to delete stays, and the error is reported', async () => {
    server.control.fault({ kind: 'offline' });
    await assert.rejects(daemon.ask('drafts.remove', { draft_id }), hasCode('server_unreachable'));
    server.control.clearFaults();
    assert.equal((await daemon.ask('drafts.list')).drafts.length, 1);
  });

  await t.test('a deleted draft is removed from the server at once; a restored draft is pushed again', async () => {
    await daemon.ask('drafts.remove', { draft_id });
    assert.deepEqual(server.control.messagesIn('Drafts'), []);
    await daemon.ask('drafts.recover', { draft_id });
    await advanceUntil(daemon, isUpToDateOnServer(daemon, draft_id));
    assert.equal(server.control.messagesIn('Drafts').length, 1);
  });

  await t.test(
    'a draft that moves to another account and is then sent leaves nothing in the first Drafts folder',
    async () => {
      const bobs = daemon.server('bob').control;
      const { session } = await daemon.ask('compose.restore', { draft_id });
      const account_id = (await daemon.ask('accounts.list')).accounts[1]?.account_id;
      await daemon.ask('compose.save', { draft_path: session.draftPath, account_id });
      await advanceUntil(daemon, isUpToDateOnServer(daemon, draft_id));
      await advanceUntil(
        daemon,
        () => server.control.messagesIn('Drafts').length === 0 && bobs.messagesIn('Drafts').length === 1,
      );

      await changeDraftFields(daemon, draft_id, { from: bob });
      await daemon.ask('outbox.schedule', { draft_id, send_at: '2026-04-01T08:00:00Z' });
      await assert.rejects(daemon.ask('drafts.remove', { draft_id }), hasCode('draft_on_its_way'));
      await assert.rejects(changeDraftFields(daemon, draft_id, { subject: 'Supper' }), hasCode('draft_on_its_way'));
      await daemon.ask('outbox.cancel', { draft_id });
      const sent = daemon.ask('outbox.sendStored', { draft_id });
      await advanceUntil(daemon, () => bobs.messagesIn('Sent').length === 1);
      assert.equal((await sent).state, 'sent');
      await advanceUntil(daemon, () => bobs.messagesIn('Drafts').length === 0);
      assert.deepEqual((await daemon.ask('drafts.list')).drafts, []);
    },
  );
});

test('a stop at any point of a push leaves one version in the end, the newest', async (t) => {
  const server = persistentFakeServer();
  const dataDir = join(testFolder(), 'data');
  let draft_id: string | undefined;
  const stops: (InterruptPoint | undefined)[] = [
    { verb: 'append', when: 'before' },
    { verb: 'append', when: 'after' },
    { verb: 'apply', when: 'before' },
    undefined,
  ];
  let newest = '';
  // Each daemon continues from the state of the previous one, and is then stopped itself.
  for (const [at, stop] of stops.entries()) {
    const { provider, arm, isInterrupted } = interruptibleProvider(server, stop);
    const daemon = await testDaemon(t, { dataDir, options: { openProvider: async () => provider } });
    await daemon.synced();
    draft_id ??= await linkedDraft(daemon);
    if (at > 0) {
      await advanceUntil(daemon, isUpToDateOnServer(daemon, draft_id));
      await advanceUntil(daemon, () => server.control.messagesIn('Drafts').length === 1);
      assert.match((await versionsOn(server)).join(), new RegExp(newest), `after ${JSON.stringify(stops[at - 1])}`);
    }
    if (stop) {
      arm();
      newest = `Version ${at}`;
      await changeDraftFields(daemon, draft_id, { body_markdown: newest });
      await advanceUntil(daemon, isInterrupted);
    }
    await daemon.close();
  }
});

test('a refusal of the server is quoted, and a server without APPENDUID is searched for the draft', async (t) => {
  const server = persistentFakeServer();
  let isFull = true;
  const line = {
    ...server,
    close: async () => undefined,
    async append(...input: Parameters<FakeProvider['append']>) {
      if (isFull) throw new ProviderError('refused', 'The mailbox is full.');
      await server.append(...input);
      return undefined;
    },
  };
  const daemon = await testDaemon(t, { options: { openProvider: async () => line } });
  await daemon.synced();
  const draft_id = await linkedDraft(daemon);
  const summary = async () => (await daemon.ask('drafts.list')).drafts[0];
  await advanceUntil(daemon, async () => (await summary())?.trouble !== null);
  assert.deepEqual([(await summary())?.on_server, (await summary())?.trouble], ['waiting', 'The mailbox is full.']);
  isFull = false;
  await changeDraftFields(daemon, draft_id, { body_markdown: 'Second' });
  await advanceUntil(daemon, isUpToDateOnServer(daemon, draft_id));
  await changeDraftFields(daemon, draft_id, { body_markdown: 'Third' });
  await advanceUntil(
    daemon,
    async () => (await isUpToDateOnServer(daemon, draft_id)()) && server.control.messagesIn('Drafts').length === 1,
  );
  assert.match((await versionsOn(server)).join(), /Third/);
  assert.equal((await summary())?.trouble, null);
});

test('if an expunge only removes a label, a version is deleted through the trash', async () => {
  const { control, ...provider } = persistentFakeServer();
  const ref = control.deliver(mail({ from: ada.email, subject: 'Dinner', text: 'At seven?' }), { folder: 'Drafts' });
  const asked: string[] = [];
  const line: Provider = {
    ...provider,
    async apply(operations, signal) {
      asked.push(...operations.map((operation) => `${operation.do} in ${operation.ref.folder}`));
      return provider.apply(operations, signal);
    },
  };
  await expunge({ provider: line, trashFolder: 'Trash' }, [ref], new AbortController().signal);
  assert.deepEqual(asked, ['move in Drafts', 'expunge in Trash']);
  assert.deepEqual([control.messagesIn('Drafts'), control.messagesIn('Trash')], [[], []]);
});
