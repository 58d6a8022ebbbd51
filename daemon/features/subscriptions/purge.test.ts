import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../base/failure.ts';
import { inboxSubjects, newsletter, daemonWithLists } from './test-lists.ts';

const daily = { from: 'Daily <daily@news.example>', list: 'daily.news.example' };

test('leaving a list and marking its mail read and archived is one mutation that can be undone; a dry run does nothing (checklist 94, 95)', async (t) => {
  const daemon = await daemonWithLists(t, { mails: [newsletter(1), newsletter(2), newsletter(3, daily)] });
  const address = 'Weekly@News.example';
  const preview = await daemon.ask('subscriptions.purge', { address, dry_run: true });
  const { message_ids, ...previewed } = preview.result;
  assert.deepEqual(message_ids, [daemon.ids('Issue 2'), daemon.ids('Issue 1')]);
  assert.deepEqual(previewed, {
    account_id: previewed.account_id,
    address: 'weekly@news.example',
    query: 'from:weekly@news.example',
    message_count: 2,
    method: { OneClick: { url: 'https://news.example/leave?issue=2' } },
    status: 'preview',
    archived_count: 2,
    mutation_id: null,
    undoable: true,
    job_id: null,
    error: null,
    dry_run: true,
  });
  assert.equal(preview.ok, true);
  assert.deepEqual([daemon.requests, (await inboxSubjects(daemon)).length], [[], 3]);

  const { ok, result } = await daemon.ask('subscriptions.purge', { address });
  assert.deepEqual([ok, result.status, result.archived_count, result.undoable], [true, 'unsubscribed', 2, true]);
  assert.deepEqual(
    daemon.requests.map(({ url }) => url),
    ['https://news.example/leave?issue=2'],
  );
  assert.deepEqual(await inboxSubjects(daemon), ['Issue 3']);
  const { mailbox } = await daemon.ask('mailbox.list', { lens_kind: 'subscription', sender_email: address });
  assert.equal(mailbox.counts.unread, 0);
  const done = await daemon.events.until('MutationCompleted');
  assert.deepEqual([done.mutation_id, done.kind, done.succeeded], [result.mutation_id, 'read_and_archive', 2]);
  await daemon.ask('mutations.undo', { mutation_id: result.mutation_id });
  assert.deepEqual(await inboxSubjects(daemon), ['Issue 1', 'Issue 2', 'Issue 3']);
});

test('the senders of messages are purged together, under one id; trash and spam stay unchanged', async (t) => {
  const daemon = await daemonWithLists(t, {
    mails: [newsletter(1), newsletter(2), newsletter(3, { ...daily, kind: 'link' }), newsletter(4)],
  });
  await daemon.ask('mutations.trash', { message_ids: [daemon.ids('Issue 4')] });
  const message_ids = [daemon.ids('Issue 1'), daemon.ids('Issue 3')];
  const { ok, result, results } = await daemon.ask('subscriptions.purge', { message_ids });
  assert.equal(ok, true);
  assert.deepEqual(
    results.map(({ address, status, archived_count, open_url }) => [address, status, archived_count, open_url]),
    [
      ['weekly@news.example', 'unsubscribed', 2, undefined],
      ['daily@news.example', 'archive_only', 1, 'https://news.example/leave?issue=3'],
    ],
  );
  assert.equal(new Set([result, ...results].map(({ mutation_id }) => mutation_id)).size, 1);
  assert.deepEqual([result.message_count, result.archived_count], [3, 3]);
  assert.deepEqual(await inboxSubjects(daemon), []);
  await daemon.ask('mutations.undo', { mutation_id: result.mutation_id });
  assert.deepEqual(await inboxSubjects(daemon), ['Issue 1', 'Issue 2', 'Issue 3']);
});

test('if unsubscribing fails or is impossible, mail stays unchanged, unless the request archives anyway', async (t) => {
  const ben = 'ben@people.example';
  const daemon = await daemonWithLists(t, {
    mails: [newsletter(1), newsletter(2, { from: `Ben <${ben}>`, kind: 'none' })],
    answer: () => 503,
  });
  const failed = await daemon.ask('subscriptions.purge', { address: 'weekly@news.example' });
  assert.deepEqual([failed.ok, failed.result.status, failed.result.mutation_id], [false, 'failed', null]);
  assert.match(failed.result.error ?? '', /503/);
  await daemon.events.until('MutationCompleted');
  const none = await daemon.ask('subscriptions.purge', { address: ben });
  assert.deepEqual([none.ok, none.result.status, none.result.archived_count], [false, 'no_method', 0]);
  assert.deepEqual(await inboxSubjects(daemon), ['Issue 1', 'Issue 2']);
  const anyway = await daemon.ask('subscriptions.purge', { address: ben, archive_on_no_method: true });
  assert.deepEqual([anyway.ok, anyway.result.status, anyway.result.archived_count], [true, 'archive_only', 1]);
  assert.deepEqual(await inboxSubjects(daemon), ['Issue 1']);
  const unknownSender = await daemon.ask('subscriptions.purge', { address: 'nobody@people.example' });
  assert.deepEqual([unknownSender.ok, unknownSender.result.message_count], [false, 0]);
  for (const input of [{ address: 'no address' }, {}, { address: ben, message_ids: [daemon.ids('Issue 1')] }])
    await assert.rejects(
      daemon.ask('subscriptions.purge', input),
      (thrown) => thrown instanceof Failure && thrown.code === 'invalid_input',
    );
});

test('an agent that may unsubscribe but not archive is refused before any request is sent', async (t) => {
  const profile = `[agents.profiles.agent]\nsafety_policy = "full"\nallow_destructive = true\nallowed_destructive_actions = ["unsubscribe"]\nallowed_accounts = ["ada"]\n`;
  const daemon = await daemonWithLists(t, { mails: [newsletter(1)], config: profile });
  const address = 'weekly@news.example';
  await assert.rejects(
    daemon.ask('subscriptions.purge', { address }, { origin: 'agent' }),
    (thrown) => thrown instanceof Failure && thrown.code === 'policy',
  );
  assert.deepEqual([daemon.requests, await inboxSubjects(daemon)], [[], ['Issue 1']]);
  const { result } = await daemon.ask('subscriptions.purge', { address, dry_run: true }, { origin: 'agent' });
  assert.equal(result.message_count, 1);
});
