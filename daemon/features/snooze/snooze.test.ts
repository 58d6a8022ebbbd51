import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Failure } from '../../base/failure.ts';
import { mail, testDaemon, type TestDaemon, type TestSettings } from '../../test-daemon.ts';

const hourMs = 3_600_000;

/** A daemon with messages in the inbox, the newest first, an hour apart. */
async function daemonWithMessages(t: Pick<TestContext, 'after'>, count = 1, settings: TestSettings = {}) {
  const daemon = await testDaemon(t, {
    ...settings,
    prepare: (providers) => {
      for (let index = 0; index < count; index++)
        providers.get('ada')!.control.deliver(rawMessage(`Letter ${index}`, 60 + index * 60));
      settings.prepare?.(providers);
    },
  });
  await daemon.synced();
  return daemon;
}

const rawMessage = (subject: string, minutesAgo: number, headers: Record<string, string> = {}) =>
  mail({
    from: 'Ben <ben@people.example>',
    subject,
    text: 'Hello.',
    id: `${subject.replaceAll(/\W/g, '')}@people.example`,
    minutesAgo,
    headers,
  });

async function findMessageIds(daemon: TestDaemon, q: string): Promise<string[]> {
  const { groups } = await daemon.ask('search.find', { q, scope: 'messages' });
  return groups.flatMap(({ rows }) => rows.map(({ id }) => id));
}

async function inbox(daemon: TestDaemon) {
  const { mailbox } = await daemon.ask('mailbox.list', { lens_kind: 'inbox', view: 'messages' });
  return mailbox.groups.flatMap(({ rows }) => rows);
}

const subjectsIn = async (daemon: TestDaemon) => (await inbox(daemon)).map(({ subject }) => subject);

async function snoozedSubjects(daemon: TestDaemon): Promise<string[]> {
  const { snoozed } = await daemon.ask('snooze.list');
  return snoozed.map(({ subject }) => subject);
}

test('snoozed mail leaves the inbox, is in Snoozed on the server, and returns to the top at its time', async (t) => {
  const daemon = await daemonWithMessages(t, 3);
  const { control } = daemon.server('ada');
  const [, id = ''] = await findMessageIds(daemon, 'in:inbox');
  const { ok, wake_at, result } = await daemon.ask('snooze.create', { message_ids: [id], until: 'tomorrow' });
  assert.deepEqual([ok, wake_at, result.undoable], [true, '2026-03-11T08:00:00.000Z', true]);
  assert.deepEqual(await subjectsIn(daemon), ['Letter 0', 'Letter 2']);
  assert.deepEqual(await findMessageIds(daemon, 'in:snoozed'), [id]);
  const completed = await daemon.events.until('MutationCompleted');
  assert.deepEqual([completed.mutation_id, completed.kind, completed.ok], [result.mutation_id, 'snooze', true]);
  assert.equal(control.messagesIn('Snoozed').length, 1);
  await daemon.resync();
  const { snoozed } = await daemon.ask('snooze.list');
  assert.deepEqual(
    snoozed.map(({ message_id, sender, subject, wake_at: until, unread }) => [
      message_id,
      sender,
      subject,
      until,
      unread,
    ]),
    [[id, 'Ben', 'Letter 1', wake_at, true]],
  );

  daemon.clock.advance(23 * hourMs);
  assert.deepEqual(await snoozedSubjects(daemon), ['Letter 1']);
  daemon.clock.advance(hourMs);
  const woken = await daemon.events.until('MessageUnsnoozed');
  assert.deepEqual([woken.message_id, woken.is_due], [id, true]);
  assert.deepEqual(await subjectsIn(daemon), ['Letter 1', 'Letter 0', 'Letter 2']);
  assert.deepEqual(await snoozedSubjects(daemon), []);
  await daemon.events.until('MutationCompleted', 2);
  assert.deepEqual([control.messagesIn('Snoozed').length, control.messagesIn('INBOX').length], [0, 3]);
  await daemon.resync();
  assert.deepEqual(await subjectsIn(daemon), ['Letter 1', 'Letter 0', 'Letter 2']);
});

test('mail that was due while the daemon was stopped wakes at its start, once', async (t) => {
  const first = await daemonWithMessages(t);
  const [id = ''] = await findMessageIds(first, 'in:inbox');
  await first.ask('snooze.create', { message_ids: [id], until: '2026-03-10T10:00:00' });
  await first.events.until('MutationCompleted');
  await first.close();
  const { clock, dataDir } = first;
  clock.advance(3 * hourMs);
  const again = { clock, openProvider: async () => ({ ...first.server('ada'), close: async () => undefined }) };
  const second = await testDaemon(t, { dataDir, options: again });
  await second.events.until('MessageUnsnoozed');
  clock.advance(hourMs);
  await second.synced();
  assert.equal(second.events.all('MessageUnsnoozed').length, 1);
  assert.deepEqual(await findMessageIds(second, 'in:inbox'), [id]);
});

test('checklist 95, 102: waking restores the labels of the mail, keeps later changes, and is announced', async (t) => {
  const daemon = await daemonWithMessages(t);
  const [id = ''] = await findMessageIds(daemon, 'in:inbox');
  await daemon.ask('labels.create', { name: 'Work' });
  await daemon.ask('mutations.labels', { message_ids: [id], add: ['Work'] });
  const before = await labelsOf(daemon, id);
  assert.ok(before.includes('Work'));
  await daemon.ask('snooze.create', { message_id: id, until: 'tonight' });
  const again = await daemon.ask('snooze.create', { message_ids: [id], until: 'monday' });
  assert.equal(again.result.undoable, false);
  assert.deepEqual(await labelsOf(daemon, id), ['Work']);
  assert.equal((await rowOf(daemon, id))?.snoozed_until, '2026-03-16T08:00:00.000Z');
  await daemon.ask('mutations.star', { message_ids: [id], starred: true });
  const { kind, ok, result } = await daemon.ask('snooze.wake', { id });
  assert.deepEqual([kind, ok, result?.succeeded], ['Ack', true, 1]);
  assert.deepEqual(await labelsOf(daemon, id), before);
  assert.deepEqual(await findMessageIds(daemon, 'in:inbox is:starred'), [id]);
  assert.equal((await rowOf(daemon, id))?.snoozed_until, undefined);
  const completed = await daemon.events.until('MutationCompleted', 6);
  assert.deepEqual([completed.mutation_id, completed.kind, completed.ok], [result?.mutation_id, 'unsnooze', true]);
  assert.deepEqual(
    daemon.events.all('MessageUnsnoozed').map(({ message_id }) => message_id),
    [id],
  );
});

async function rowOf(daemon: TestDaemon, id: string) {
  const { groups } = await daemon.ask('search.find', { q: 'in:anywhere', scope: 'messages' });
  return groups.flatMap(({ rows }) => rows).find((each) => each.id === id);
}

async function labelsOf(daemon: TestDaemon, id: string): Promise<string[]> {
  return ((await rowOf(daemon, id))?.labels ?? []).map(({ name }) => name).toSorted();
}

test('mail snoozed from the archive, or by a token that was revoked, also wakes to the inbox', async (t) => {
  const daemon = await daemonWithMessages(t);
  const [id = ''] = await findMessageIds(daemon, 'in:inbox');
  await daemon.ask('mutations.archive', { message_ids: [id] });
  const gone = { origin: 'script', token_id: '00000000-0000-4000-8000-000000000000' } as const;
  await daemon.ask('snooze.create', { message_ids: [id], until: 'tonight' }, gone);
  daemon.clock.advance(9 * hourMs);
  await daemon.events.until('MessageUnsnoozed');
  assert.deepEqual(await findMessageIds(daemon, 'in:inbox'), [id]);
  const { mutations } = await daemon.ask('mutations.history');
  const [last] = mutations;
  assert.deepEqual([last?.kind, last?.origin, last?.undoable], ['unsnooze', 'daemon', false]);
});

test('an undo returns mail to the inbox, and an undo of that, or of waking, snoozes it until the same time', async (t) => {
  const daemon = await daemonWithMessages(t);
  const [id = ''] = await findMessageIds(daemon, 'in:inbox');
  const away = async () => [await findMessageIds(daemon, 'in:inbox'), await findMessageIds(daemon, 'in:snoozed')];
  const undo = async ({ mutation_id }: { mutation_id: string | null }) =>
    (await daemon.ask('mutations.undo', { mutation_id })).result;
  const { result } = await daemon.ask('snooze.create', { message_ids: [id], until: 'tomorrow' });
  await daemon.events.until('MutationCompleted');
  const undone = await undo(result);
  assert.deepEqual(await away(), [[id], []]);
  await undo(undone);
  assert.deepEqual(await away(), [[], [id]]);
  const woken = await daemon.ask('snooze.wake', { id });
  assert.deepEqual(await away(), [[id], []]);
  assert.ok(woken.result);
  await undo(woken.result);
  assert.deepEqual(await away(), [[], [id]]);
  daemon.clock.advance(24 * hourMs);
  await daemon.events.until('MessageUnsnoozed', 2);
  assert.deepEqual(await away(), [[id], []]);
  const { mutations } = await daemon.ask('mutations.history');
  const late = daemon.ask('mutations.undo', { mutation_id: mutations[0]?.mutation_id });
  await assert.rejects(late, (thrown) => thrown instanceof Failure && thrown.code === 'undo_expired');
  assert.deepEqual(await away(), [[id], []]);
});

test('mail that another program moves or deletes is not snoozed any more, and the rest wakes', async (t) => {
  const daemon = await daemonWithMessages(t, 3);
  const ids = await findMessageIds(daemon, 'in:inbox');
  await daemon.ask('snooze.create', { message_ids: ids, until: 'tomorrow' });
  await daemon.events.until('MutationCompleted');
  const { control } = daemon.server('ada');
  const [moved, deleted] = control.messagesIn('Snoozed');
  assert.ok(moved && deleted);
  control.move('Snoozed', moved.uid, 'Archive');
  control.expunge('Snoozed', deleted.uid);
  await daemon.resync();
  assert.equal((await snoozedSubjects(daemon)).length, 1);
  daemon.clock.advance(24 * hourMs);
  await daemon.events.until('MessageUnsnoozed');
  await daemon.resync();
  assert.equal(daemon.events.all('MessageUnsnoozed').length, 1);
  assert.deepEqual([(await inbox(daemon)).length, (await findMessageIds(daemon, 'in:archive')).length], [1, 1]);
});

test('a snoozed thread includes its messages in the inbox but not the user’s own; a thread of only own messages is skipped', async (t) => {
  const daemon = await daemonWithMessages(t, 1, {
    prepare: (providers) => {
      const { control } = providers.get('ada')!;
      const reply = { 'In-Reply-To': '<Letter0@people.example>' };
      const own = { ...reply, From: 'ada@example.test', To: 'ben@people.example' };
      control.deliver(rawMessage('Re: Letter 0', 30, own), { folder: 'Sent' });
      control.deliver(rawMessage('Re: Re: Letter 0', 20, reply));
    },
  });
  const [row] = await inbox(daemon);
  const whole = await daemon.ask('snooze.create', { thread_ids: [row?.thread_id], until: 'tonight' });
  assert.equal(whole.result.succeeded, 2);
  assert.deepEqual(await inbox(daemon), []);
  const [sent = ''] = await findMessageIds(daemon, 'in:sent');
  const { ok, result } = await daemon.ask('snooze.create', { message_ids: [sent], until: 'tonight' });
  assert.deepEqual([ok, result.skipped, result.undoable], [false, 1, false]);
  assert.match(result.outcomes[0]?.reason ?? '', /reminder/);
  daemon.clock.advance(9 * hourMs);
  await daemon.events.until('MessageUnsnoozed', 2);
  assert.equal((await inbox(daemon)).length, 2);
});

test('checklist 80, 88, 101: a forbidden request is refused and changes nothing; waking mail that is not snoozed succeeds', async (t) => {
  const profile = '[agents.profiles.agent]\nsafety_policy = "full"\nallow_destructive = true\n';
  const limits = 'allowed_accounts = ["ada"]\nallowed_destructive_actions = ["trash"]\n';
  const daemon = await daemonWithMessages(t, 1, { config: profile + limits });
  const [id = ''] = await findMessageIds(daemon, 'in:inbox');
  const owner = { origin: 'script' } as const;
  for (const [row, input, caller, code] of [
    ['snooze.create', { message_ids: [id], until: 'tonight' }, { origin: 'agent' }, 'policy'],
    ['snooze.create', { message_id: id, until: 'tonight' }, { ...owner, only: [] }, 'not_found'],
    ['snooze.wake', { id }, { ...owner, only: [] }, 'not_found'],
    ['snooze.wake', { id: '00000000-0000-4000-8000-000000000000' }, owner, 'not_found'],
    ['snooze.create', { message_ids: [id], until: 'someday' }, owner, 'bad_until'],
    ['snooze.create', { message_ids: [id], until: '2026-03-10T07:00:00Z' }, owner, 'time_past'],
    ['snooze.create', { until: 'tonight' }, owner, 'invalid_input'],
    ['snooze.create', { message_id: id, message_ids: [id], until: 'tonight' }, owner, 'invalid_input'],
  ] as const) {
    const asked = daemon.ask(row, input, caller);
    await assert.rejects(asked, (thrown) => thrown instanceof Failure && thrown.code === code, `${row} ${code}`);
  }
  assert.deepEqual(await daemon.ask('snooze.wake', { id }), { kind: 'Ack', ok: true, result: null });
  assert.deepEqual(await findMessageIds(daemon, 'in:inbox'), [id]);
  assert.deepEqual(daemon.events.all('MutationCompleted'), []);
  const { presets } = await daemon.ask('snooze.presets');
  assert.deepEqual(
    presets.map((preset) => preset.id),
    ['tomorrow', 'tonight', 'weekend', 'monday'],
  );
});
