import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ada, bob, testDaemon } from '../../test-daemon.ts';
import { daemonWithFolders, idsIn, ownLabels } from './test-labels.ts';

test('a label exists at once, is created on the server, and is removed by undo', async (t) => {
  const daemon = await daemonWithFolders(t);
  const { label, mutation_id, undoable_until, ok } = await daemon.ask('labels.create', {
    name: ' Travel ',
    color: '#3F7A5D',
  });
  assert.deepEqual([ok, undoable_until], [true, '2026-03-11T08:00:00.000Z']);
  assert.deepEqual([label.name, label.color, label.pending], ['Travel', '#3f7a5d', 'create']);
  assert.deepEqual(await ownLabels(daemon), ['Travel: 0 (create)']);
  const completed = await daemon.events.until('MutationCompleted');
  assert.deepEqual([completed.kind, completed.mutation_id, completed.ok], ['create_label', mutation_id, true]);
  const counted = daemon.events.all('LabelCountsUpdated').flatMap(({ counts }) => counts);
  assert.ok(counted.some(({ label_id }) => label_id === label.id));
  assert.ok(daemon.server('ada').control.folders().includes('Travel'));
  await daemon.resync();
  assert.deepEqual(await ownLabels(daemon), ['Travel: 0']);
  await daemon.ask('mutations.undo', { mutation_id });
  assert.deepEqual(await ownLabels(daemon), []);
  await daemon.events.until('MutationCompleted', 2);
  assert.ok(!daemon.server('ada').control.folders().includes('Travel'));
  await daemon.resync();
  assert.deepEqual(await ownLabels(daemon), []);
});

test('checklist 145: a label is renamed with from and to or old and new, and never to an existing name', async (t) => {
  const daemon = await daemonWithFolders(t, { House: 2, Work: 1 });
  const { label, ...first } = await daemon.ask('labels.rename', { from: 'House', to: 'Home' });
  assert.deepEqual([first.ok, label.full_name], [true, 'Home']);
  assert.deepEqual(await ownLabels(daemon), ['Home: 2 (rename)', 'Work: 1']);
  await daemon.events.until('MutationCompleted');
  const second = await daemon.ask('labels.rename', { old: 'home', new: 'Our home' });
  assert.equal(second.label.id, label.id);
  for (const to of ['Work', 'work', 'Our home'])
    await assert.rejects(daemon.ask('labels.rename', { from: 'Our home', to }), { code: 'label_exists' }, to);
  await daemon.events.until('MutationCompleted', 2);
  await daemon.resync();
  assert.deepEqual(await ownLabels(daemon), ['Our home: 2', 'Work: 1']);
  await daemon.ask('mutations.undo', { mutation_id: second.mutation_id });
  await daemon.events.until('MutationCompleted', 3);
  await daemon.resync();
  assert.deepEqual(await ownLabels(daemon), ['Home: 2', 'Work: 1']);
  assert.equal((await idsIn(daemon, 'label:Home')).length, 2);
});

test('the children of a renamed label move with it, and no mail is fetched again', async (t) => {
  const daemon = await daemonWithFolders(t, { Work: 1, 'Work/Trips': 2, 'Work/Trips/Oslo': 1, 'Work later': 1 });
  const { sources } = daemon.server('ada').control.calls;
  const before = await idsIn(daemon, 'label:Oslo');
  await daemon.ask('labels.rename', { from: 'Work', to: 'Job' });
  const renamed = ['Job/Trips/Oslo: 1', 'Job/Trips: 2', 'Job: 1', 'Work later: 1'];
  assert.deepEqual(
    (await ownLabels(daemon)).map((name) => name.replace(' (rename)', '')).toSorted(),
    renamed.toSorted(),
  );
  await daemon.events.until('MutationCompleted');
  await daemon.resync();
  assert.deepEqual((await ownLabels(daemon)).toSorted(), renamed.toSorted());
  assert.deepEqual(await idsIn(daemon, 'label:Oslo'), before);
  assert.equal(daemon.server('ada').control.calls.sources, sources);
  const trips = await daemon.ask('labels.rename', { from: 'Trips', to: 'Journeys' });
  assert.equal(trips.label.full_name, 'Job/Journeys', 'a name without levels stays unchanged');
  const top = await daemon.ask('labels.rename', { from: 'Job/Journeys', to: 'Journeys' });
  assert.equal(top.label.full_name, 'Journeys');
});

test('invalid names are refused, and so are system labels', async (t) => {
  const daemon = await daemonWithFolders(t, { Work: 0 });
  const bad = ['', '  ', 'inbox', '/a', 'a/', 'a//b', 'a / b', 'a\nb', 'a\u202Eb', 'x'.repeat(201)];
  for (const name of bad)
    await assert.rejects(daemon.ask('labels.create', { name }), { code: 'invalid_input' }, JSON.stringify(name));
  for (const color of ['red', '#12', '#1234567', 'url(x)'])
    await assert.rejects(daemon.ask('labels.create', { name: 'Red', color }), { code: 'invalid_input' }, color);
  for (const name of ['Work', 'WORK', 'Sent', 'Archive'])
    await assert.rejects(daemon.ask('labels.create', { name }), { kind: 'conflict', code: 'label_exists' }, name);
  for (const name of ['INBOX', 'Sent', 'TRASH']) {
    await assert.rejects(daemon.ask('labels.remove', { name }), { kind: 'conflict', code: 'system_label' }, name);
    await assert.rejects(daemon.ask('labels.rename', { from: name, to: 'Other' }), { code: 'system_label' }, name);
  }
  await assert.rejects(daemon.ask('labels.remove', { name: 'Nowhere' }), { kind: 'missing', code: 'label_not_found' });
  await assert.rejects(daemon.ask('labels.rename', { from: 'Work', to: 'Work/Below' }), { code: 'bad_label_name' });
  await assert.rejects(daemon.ask('labels.rename', { from: 'Work' }), { code: 'invalid_input' });
  assert.deepEqual(await ownLabels(daemon), ['Work: 0']);
  assert.equal(daemon.server('ada').control.calls.editFolder, 0);
});

test('the account is the default account, the named account, or the account of the id', async (t) => {
  const daemon = await testDaemon(t, { accounts: [ada, bob] });
  await daemon.synced();
  const { accounts } = await daemon.ask('accounts.list');
  const [adas = '', bobs = ''] = accounts.map(({ account_id }) => account_id);
  const first = await daemon.ask('labels.create', { name: 'Travel' });
  const second = await daemon.ask('labels.create', { name: 'Travel', account_id: bobs });
  assert.deepEqual([first.label.account_id, second.label.account_id], [adas, bobs]);
  const renamed = await daemon.ask('labels.rename', { from: second.label.id, to: 'Trips' });
  assert.deepEqual([renamed.label.account_id, renamed.label.name], [bobs, 'Trips']);
  const coloured = await daemon.ask('labels.colour', { label_id: second.label.id, color: '#abc' });
  assert.equal(coloured.label.color, '#abc');
  const listed = await daemon.ask('labels.list', { account_id: adas });
  assert.ok(listed.labels.every(({ account_id }) => account_id === adas));
  await assert.rejects(daemon.ask('labels.colour', { label_id: 'x', color: null }), { code: 'malformed_id' });
  const unknown = { label_id: '00000000-0000-4000-8000-000000000000', color: null };
  await assert.rejects(daemon.ask('labels.colour', unknown), { code: 'label_not_found' });
});
