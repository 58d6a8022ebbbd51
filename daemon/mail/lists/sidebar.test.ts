import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ada, testDaemon, type TestDaemon } from '../../test-daemon.ts';

async function labelsShown(daemon: TestDaemon): Promise<string[]> {
  const { sidebar } = await daemon.ask('client.shell');
  const section = sidebar.sections.find(({ id }) => id === 'labels');
  return section?.items.map(({ label }) => label) ?? [];
}

test('the folder that holds snoozed mail is hidden until it holds other mail', async (t) => {
  const daemon = await testDaemon(t, { accounts: [{ ...ada, count: 10 }] });
  await daemon.synced();
  const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages' });
  const [first, second] = mailbox.groups.flatMap(({ rows }) => rows);
  assert.ok(first && second);
  await daemon.ask('snooze.create', { message_ids: [first.id], until: 'tomorrow' });
  assert.ok(!(await labelsShown(daemon)).includes('Snoozed'));
  await daemon.ask('mutations.move', { message_ids: [second.id], target_label: 'Snoozed' });
  assert.ok((await labelsShown(daemon)).includes('Snoozed'));
  await daemon.ask('snooze.wake', { id: first.id });
  assert.ok((await labelsShown(daemon)).includes('Snoozed'));
});

test('before the first sync the sidebar shows the usual mailboxes, and each of them opens', async (t) => {
  const daemon = await testDaemon(t, {
    prepare: (servers) => servers.get('ada')?.control.fault({ kind: 'offline' }),
  });
  const mailboxes = async () => (await daemon.ask('client.shell')).sidebar.sections[0]?.items ?? [];
  assert.deepEqual(
    (await mailboxes()).map(({ label, total }) => [label, total]),
    [
      ['Inbox', 0],
      ['Starred', 0],
      ['Sent', 0],
      ['Drafts', 0],
      ['Archive', 0],
      ['Spam', 0],
      ['Trash', 0],
      ['All mail', 0],
      ['Subscriptions', 0],
    ],
  );
  for (const { label, lens } of await mailboxes()) {
    const { kind: lens_kind, labelId: label_id } = lens;
    const { mailbox } = await daemon.ask('mailbox.list', { lens_kind, ...(label_id && { label_id }) });
    assert.deepEqual(mailbox.groups, [], label);
  }
});
