import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daemonWithFolders, idsIn, testMessage, messagesIn, ownLabels } from './test-labels.ts';

test('deleting a label deletes no mail, and undo restores it with all its mail', async (t) => {
  const daemon = await daemonWithFolders(t, { Travel: 3, Work: 1, Archive: 1 });
  const { control } = daemon.server('ada');
  const ids = await idsIn(daemon, 'label:Travel');
  const [shared = ''] = ids;
  await daemon.ask('mutations.labels', { message_ids: [shared], add: ['Work'] });
  await daemon.events.until('MutationCompleted');
  await daemon.resync();
  await daemon.ask('labels.colour', { label_id: await idOf('Travel'), color: '#123456' });
  const lay = () => ['Travel', 'Work', 'Archive'].map((folder) => messagesIn(daemon, folder).length);
  assert.deepEqual(lay(), [3, 2, 1]);

  const preview = await daemon.ask('labels.remove', { name: 'Travel', dry_run: true });
  assert.deepEqual([preview.messages, preview.archived, preview.mutation_id], [3, 2, null]);
  assert.deepEqual(await ownLabels(daemon), ['Travel: 3', 'Work: 2']);

  const deleted = await daemon.ask('labels.remove', { name: 'Travel' });
  assert.deepEqual([deleted.messages, deleted.archived, deleted.job_id], [3, 2, null]);
  assert.deepEqual(await ownLabels(daemon), ['Work: 2']);
  assert.equal((await idsIn(daemon, 'label:Archive')).length, 3);
  const completed = await daemon.events.until('MutationCompleted', 2);
  assert.deepEqual([completed.kind, completed.ok, completed.succeeded], ['delete_label', true, 3]);
  assert.deepEqual([control.folders().includes('Travel'), messagesIn(daemon, 'Archive').length], [false, 3]);
  await daemon.resync();
  assert.deepEqual(await ownLabels(daemon), ['Work: 2']);

  await daemon.ask('mutations.undo', { mutation_id: deleted.mutation_id });
  assert.deepEqual(await ownLabels(daemon), ['Travel: 3 (create)', 'Work: 2']);
  assert.deepEqual(await idsIn(daemon, 'label:Travel'), ids);
  await daemon.events.until('MutationCompleted', 3);
  assert.deepEqual(lay(), [3, 2, 1]);
  await daemon.resync();
  assert.deepEqual(await idsIn(daemon, 'label:Travel'), ids);
  const { labels } = await daemon.ask('labels.list');
  const back = labels.find(({ name }) => name === 'Travel');
  assert.deepEqual([back?.id, back?.color, back?.pending], [deleted.label.id, '#123456', null]);

  async function idOf(name: string) {
    return (await daemon.ask('labels.list')).labels.find((label) => label.name === name)?.id;
  }
});

test('an undo is refused after a later change of the label, and an undone deletion can be redone', async (t) => {
  const daemon = await daemonWithFolders(t, { Travel: 2 });
  const completed = (count: number) => daemon.events.until('MutationCompleted', count);
  const first = await daemon.ask('labels.rename', { from: 'Travel', to: 'Trips' });
  await daemon.ask('labels.rename', { from: 'Trips', to: 'Journeys' });
  await assert.rejects(daemon.ask('mutations.undo', { mutation_id: first.mutation_id }), { code: 'overtaken' });
  const made = await daemon.ask('labels.create', { name: 'Work' });
  const [id = ''] = await idsIn(daemon, 'label:Journeys');
  await daemon.ask('mutations.labels', { message_ids: [id], add: ['Work'] });
  await assert.rejects(daemon.ask('mutations.undo', { mutation_id: made.mutation_id }), { code: 'overtaken' });
  const deleted = await daemon.ask('labels.remove', { name: 'Journeys' });
  await completed(5);
  const { result } = await daemon.ask('mutations.undo', { mutation_id: deleted.mutation_id });
  await completed(6);
  assert.deepEqual(await ownLabels(daemon), ['Journeys: 2', 'Work: 1']);
  await daemon.ask('mutations.undo', { mutation_id: result.mutation_id });
  await completed(7);
  await daemon.resync();
  assert.deepEqual(await ownLabels(daemon), ['Work: 1']);
  assert.deepEqual([messagesIn(daemon, 'Archive').length, messagesIn(daemon, 'Work').length], [1, 1]);
});

test('mail that arrived in the meantime prevents the deletion of its folder, and the label comes back with it', async (t) => {
  const daemon = await daemonWithFolders(t, { Travel: 0 });
  const { control } = daemon.server('ada');
  control.fault({ kind: 'offline' });
  await daemon.ask('labels.remove', { name: 'Travel' });
  assert.deepEqual(await ownLabels(daemon), []);
  control.deliver(testMessage('Just now'), { folder: 'Travel' });
  control.clearFaults();
  daemon.clock.advance(60_000);
  const completed = await daemon.events.until('MutationCompleted');
  assert.deepEqual([completed.kind, completed.ok, completed.failed], ['delete_label', false, 1]);
  const refused = await daemon.events.until('MutationReconciliationFailed');
  assert.match(refused.error_summary, /Mail has come into the folder Travel/);
  await daemon.resync();
  assert.deepEqual(await ownLabels(daemon), ['Travel: 1']);
});

test('a folder that another program creates with the name of a deleted label is that label again, with its mail', async (t) => {
  const daemon = await daemonWithFolders(t, { Travel: 1 });
  const { control } = daemon.server('ada');
  const deleted = await daemon.ask('labels.remove', { name: 'Travel' });
  await daemon.events.until('MutationCompleted');
  await daemon.resync();
  control.editFolder({ do: 'create', path: 'Travel' });
  control.deliver(testMessage('Elsewhere'), { folder: 'Travel' });
  await daemon.resync();
  assert.deepEqual(await ownLabels(daemon), ['Travel: 1']);
  await daemon.ask('mutations.undo', { mutation_id: deleted.mutation_id });
  await daemon.events.until('MutationCompleted', 2);
  await daemon.resync();
  assert.deepEqual(await ownLabels(daemon), ['Travel: 2']);
});
