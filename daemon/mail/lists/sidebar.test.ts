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
