import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../test-until.ts';
import { ada, testDaemon } from '../../test-daemon.ts';
import { daemonWithFolders, idsIn, ownLabels } from './test-labels.ts';

test('a change that the server refuses is reverted, with the reply of the server', async (t) => {
  const daemon = await daemonWithFolders(t, { Travel: 1 });
  const { control } = daemon.server('ada');
  control.fault({ kind: 'offline' });
  const made = await daemon.ask('labels.create', { name: 'Work' });
  const [id = ''] = await idsIn(daemon, 'label:Travel');
  await daemon.ask('mutations.labels', { message_ids: [id], add: ['Work'] });
  control.clearFaults();
  control.fault({ kind: 'refuse-edit', folder: 'Work', times: 1 });
  daemon.clock.advance(60_000);
  await daemon.events.until('MutationCompleted', 2);
  const [first, second] = daemon.events.all('MutationCompleted');
  assert.deepEqual([first?.mutation_id, first?.ok, second?.ok], [made.mutation_id, false, false]);
  const [words] = daemon.events.all('MutationReconciliationFailed');
  assert.equal(words?.error_summary, 'The server does not let the folder Work be changed.');
  assert.deepEqual(await ownLabels(daemon), ['Travel: 1']);

  control.fault({ kind: 'refuse-edit', folder: 'Travel', times: 1 });
  await daemon.ask('labels.rename', { from: 'Travel', to: 'Journeys' });
  const third = await daemon.events.until('MutationCompleted', 3);
  assert.deepEqual([third.kind, third.ok], ['rename_label', false]);
  assert.deepEqual(await ownLabels(daemon), ['Travel: 1']);
  await daemon.resync();
  assert.deepEqual(await ownLabels(daemon), ['Travel: 1']);
});

test('labels created, renamed and filled offline survive a restart, and are pushed once the server is reachable', async (t) => {
  const daemon = await daemonWithFolders(t, { INBOX: 2, House: 1 });
  const { control } = daemon.server('ada');
  const [id = '', other = ''] = await idsIn(daemon, 'in:inbox');
  control.fault({ kind: 'offline' });
  await daemon.ask('labels.create', { name: 'Travel' });
  await daemon.ask('labels.create', { name: 'Travel/Oslo' });
  await daemon.ask('mutations.move', { message_ids: [id], target_label: 'Travel/Oslo' });
  await daemon.ask('labels.rename', { from: 'Travel', to: 'Trips' });
  await daemon.ask('labels.rename', { from: 'Trips', to: 'Journeys' });
  await daemon.ask('labels.remove', { name: 'House' });
  await daemon.ask('labels.create', { name: 'House' });
  await daemon.ask('mutations.move', { message_ids: [other], target_label: 'House' });
  const shown = async (of: typeof daemon) => (await ownLabels(of)).map((name) => name.replace(/ \(.*/, '')).toSorted();
  const wanted = ['House: 1', 'Journeys/Oslo: 1', 'Journeys: 0'];
  assert.deepEqual(await shown(daemon), wanted);
  await daemon.close();

  const again = await testDaemon(t, {
    accounts: [ada],
    dataDir: daemon.dataDir,
    options: { openProvider: async () => ({ ...daemon.server('ada'), close: async () => undefined }) },
  });
  assert.deepEqual(await shown(again), wanted);
  await again.events.until('SyncFinished');
  control.clearFaults();
  await again.resync();
  again.clock.advance(60_000);
  await again.events.until('MutationCompleted', 8);
  assert.ok(again.events.all('MutationCompleted').every(({ ok }) => ok));
  await again.resync();
  assert.deepEqual(await ownLabels(again), ['House: 1', 'Journeys: 0', 'Journeys/Oslo: 1']);
  assert.equal(control.messagesIn('Journeys/Oslo').length, 1);
  assert.equal(control.messagesIn('House').length, 1);
  assert.ok(!control.folders().includes('Travel'));
});

test('an operation whose confirmation was lost is not pushed twice', async (t) => {
  const daemon = await daemonWithFolders(t, { House: 1, Empty: 0 });
  const { control } = daemon.server('ada');
  const lose = () => control.fault({ kind: 'lost-edit', times: 1 });
  const settled = async (count: number) => {
    daemon.clock.advance(60_000);
    return daemon.events.until('MutationCompleted', count);
  };
  lose();
  await daemon.ask('labels.create', { name: 'Travel' });
  assert.equal((await settled(1)).ok, true);
  lose();
  const ids = await idsIn(daemon, 'label:House');
  const { sources } = control.calls;
  await daemon.ask('labels.rename', { from: 'House', to: 'Home' });
  // The server lists the folder under its new name before the daemon knows of the rename.
  await daemon.resync();
  assert.equal((await settled(2)).ok, true);
  assert.deepEqual([await idsIn(daemon, 'label:Home'), control.calls.sources], [ids, sources]);
  lose();
  await daemon.ask('labels.remove', { name: 'Empty' });
  assert.equal((await settled(3)).ok, true);
  await daemon.resync();
  assert.deepEqual(await ownLabels(daemon), ['Home: 1', 'Travel: 0']);
});

test('an outdated folder list does not revert later changes', async (t) => {
  const holds: Promise<void>[] = [];
  const daemon = await daemonWithFolders(t, { House: 0, Work: 0 }, (provider) => ({
    ...provider,
    async folders(signal) {
      const listedFolders = await provider.folders(signal);
      await holds.shift();
      return listedFolders;
    },
  }));
  const { promise, resolve } = Promise.withResolvers<void>();
  holds.push(promise);
  const { folders } = daemon.server('ada').control.calls;
  const passes = daemon.events.all('SyncFinished').length;
  await daemon.ask('sync.start');
  await until('the folders are requested', () => daemon.server('ada').control.calls.folders > folders);
  const made = await daemon.ask('labels.create', { name: 'Travel', color: '#123456' });
  await daemon.ask('labels.rename', { from: 'House', to: 'Home' });
  await daemon.ask('labels.remove', { name: 'Work' });
  await daemon.events.until('MutationCompleted', 3);
  resolve();
  await daemon.events.until('SyncFinished', passes + 1);
  await daemon.resync();
  assert.deepEqual(await ownLabels(daemon), ['Home: 0', 'Travel: 0']);
  const { labels } = await daemon.ask('labels.list');
  assert.ok(labels.some(({ id, color }) => id === made.label.id && color === '#123456'));
});
