import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../base/failure.ts';
import { sql } from '../../store/db.ts';
import { mail, testDaemon } from '../../test-daemon.ts';
import {
  entryOf,
  waitForEntry,
  headerField,
  withStore,
  isDraftStored,
  countKeptFiles,
  refusedOutcome,
  storedDraft,
  unreachableOutcome,
} from './test-sends.ts';

const minute = 60_000;
const hour = 60 * minute;
const nothing = Buffer.alloc(0);
const code = (wanted: string) => (thrown: unknown) => thrown instanceof Failure && thrown.code === wanted;

test('a draft is sent once, its copy is in Sent and read, and then the draft is deleted (checklist 138)', async (t) => {
  const daemon = await testDaemon(t);
  await daemon.synced();
  const draft_id = storedDraft(daemon, { bcc_text: 'secret@example.org' });
  const [first, second] = await Promise.all([
    daemon.ask('outbox.sendStored', { draft_id }),
    daemon.ask('outbox.sendStored', { draft_id }),
  ]);
  assert.deepEqual(first, second);
  assert.equal(first.state, 'sent');
  const [delivery, ...others] = daemon.sender('ada').deliveries;
  assert.deepEqual(others, []);
  assert.deepEqual(delivery?.to, ['grace@example.org', 'secret@example.org']);
  assert.equal(headerField(delivery?.bytes ?? nothing, 'Message-ID'), `<${first.rfc2822_message_id}>`);
  assert.equal(headerField(delivery?.bytes ?? nothing, 'Bcc'), undefined);
  await waitForEntry(daemon, draft_id, ({ ended_at }) => ended_at !== null);
  const inSent = daemon.server('ada').control.messagesIn('Sent');
  assert.deepEqual(
    inSent.map(({ flags }) => flags),
    [['\\Seen']],
  );
  assert.deepEqual([isDraftStored(daemon, draft_id), countKeptFiles(daemon)], [false, 0]);
  assert.deepEqual(await daemon.ask('outbox.sendStored', { draft_id }), first);
  await daemon.resync();
  const { body } = await daemon.ask('messages.body', { message_id: first.local_message_id ?? '' });
  assert.match(JSON.stringify(body), /At seven\?/);
  assert.equal(daemon.sender('ada').deliveries.length, 1);
  daemon.clock.advance(31 * 24 * hour);
  await daemon.resync();
  const { sends } = await daemon.ask('outbox.list');
  assert.deepEqual(sends, []);
});

test('the id that a receipt names leads to the copy in Sent, even if the server changed the copy', async (t) => {
  const daemon = await testDaemon(t);
  await daemon.synced();
  const draft_id = storedDraft(daemon);
  const { local_message_id } = await daemon.ask('outbox.sendStored', { draft_id });
  await waitForEntry(daemon, draft_id, ({ ended_at }) => ended_at !== null);
  await daemon.resync();
  const { control } = daemon.server('ada');
  const source = daemon.sender('ada').deliveries[0]?.bytes ?? nothing;
  const [copy] = control.messagesIn('Sent');
  control.expunge('Sent', copy?.uid ?? 0);
  control.deliver(Buffer.from(`${source.toString()}\r\nSent with the free plan.\r\n`), { folder: 'Sent' });
  await daemon.resync();
  const { body } = await daemon.ask('messages.body', { message_id: local_message_id ?? '' });
  assert.notEqual(body.message_id, local_message_id);
  assert.equal(body.text_plain?.trim(), 'At seven?');
});

test('a cancelled send keeps its draft; a send that has started cannot be cancelled, and reports it (checklist 139)', async (t) => {
  const daemon = await testDaemon(t);
  await daemon.synced();
  const draft_id = storedDraft(daemon);
  const held = await daemon.ask('outbox.sendStored', { draft_id, hold_seconds: 8 });
  assert.deepEqual([held.state, held.send_at], ['queued', '2026-03-10T08:00:08.000Z']);
  const { words, can_cancel } = await entryOf(daemon, draft_id);
  assert.deepEqual([words, can_cancel], ['Sending in 8 seconds', true]);
  assert.deepEqual(await daemon.ask('outbox.cancel', { draft_id }), { kind: 'Ack' });
  daemon.clock.advance(minute);
  await assert.rejects(daemon.ask('outbox.cancel', { draft_id }), code('not_queued'));
  assert.ok(isDraftStored(daemon, draft_id));

  const begun = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  daemon.sender('ada').onDelivery = () => {
    begun.resolve();
    return taken.promise;
  };
  await daemon.ask('outbox.schedule', { draft_id, send_at: '2026-03-10T08:02:00Z' });
  await daemon.ask('outbox.schedule', { draft_id, send_at: '2026-03-10T08:03:00Z' });
  daemon.clock.advance(minute);
  assert.equal((await entryOf(daemon, draft_id)).words, 'Sending in 1 minute');
  daemon.clock.advance(minute);
  await begun.promise;
  await assert.rejects(daemon.ask('outbox.cancel', { draft_id }), code('send_begun'));
  await assert.rejects(
    daemon.ask('outbox.schedule', { draft_id, send_at: '2026-03-11T08:00:00Z' }),
    code('already_queued'),
  );
  taken.resolve();
  await waitForEntry(daemon, draft_id, ({ ended_at }) => ended_at !== null);
  await assert.rejects(daemon.ask('outbox.cancel', { draft_id }), code('send_begun'));
  assert.equal(daemon.sender('ada').deliveries.length, 1);
  const unknownDraft = { draft_id: '00000000-0000-4000-8000-000000000000' };
  for (const row of ['outbox.cancel', 'outbox.sendStored', 'outbox.resetOrphan'] as const)
    await assert.rejects(daemon.ask(row, unknownDraft), code('not_found'), row);
  for (const [send_at, wrong] of [
    ['2026-03-10T07:00:00Z', 'time_past'],
    ['2036-03-10T07:00:00Z', 'time_far'],
  ] as const)
    await assert.rejects(daemon.ask('outbox.schedule', { draft_id: storedDraft(daemon), send_at }), code(wrong));
});

test('a scheduled send is checked again when it is due, and reports its result (checklist 109, 140)', async (t) => {
  const daemon = await testDaemon(t);
  await daemon.synced();
  const [good, unsafe] = [storedDraft(daemon), storedDraft(daemon)];
  for (const draft_id of [good, unsafe])
    await daemon.ask('outbox.schedule', { draft_id, send_at: '2026-03-10T09:00:00Z' });
  withStore(daemon, (db) => db.run(sql`UPDATE drafts SET to_text = 'nobody' WHERE draft_id = ${unsafe}`));
  daemon.clock.advance(hour);
  await daemon.events.until('ScheduledSendFlushed', 2);
  const flushed = new Map(daemon.events.all('ScheduledSendFlushed').map((event) => [event.draft_id, event]));
  assert.deepEqual([flushed.get(good)?.ok, flushed.get(good)?.error], [true, undefined]);
  assert.deepEqual(flushed.get(unsafe)?.ok, false);
  assert.match(flushed.get(unsafe)?.error ?? '', /"nobody"/);
  assert.equal((await entryOf(daemon, unsafe)).trouble?.code, 'not_safe');
});

test('after a sleep a scheduled send goes if it is a little late, and otherwise waits for the choice of the user (checklist 109)', async (t) => {
  const daemon = await testDaemon(t);
  await daemon.synced();
  const schedule = (draft_id: string, send_at: string) => daemon.ask('outbox.schedule', { draft_id, send_at });
  const [nearly, sent, moved, discarded] = ['One', 'Two', 'Three', 'Four'].map((subject) =>
    storedDraft(daemon, { subject }),
  );
  await schedule(nearly!, '2026-03-10T08:56:00Z');
  for (const draft_id of [sent!, moved!, discarded!]) await schedule(draft_id, '2026-03-10T08:20:00Z');
  daemon.clock.advance(hour);
  daemon.handleResume();
  await daemon.events.until('ScheduledSendFlushed', 4);
  const subjectsSent = () => daemon.sender('ada').deliveries.map(({ bytes }) => headerField(bytes, 'Subject'));
  assert.deepEqual(subjectsSent(), ['One']);
  const late = await entryOf(daemon, sent!);
  assert.deepEqual(
    [late.state, late.words, late.trouble?.code, late.due_at],
    ['failed', 'Not sent in time', 'too_late', '2026-03-10T08:20:00.000Z'],
  );
  assert.match(
    late.trouble?.message ?? '',
    /^It was to be sent 40 minutes ago, but this computer was asleep .* Send it now, choose another time, or discard it\.$/,
  );
  const refusals = daemon.events.all('ScheduledSendFlushed').filter(({ ok }) => !ok);
  assert.deepEqual(new Set(refusals.map(({ draft_id }) => draft_id)), new Set([sent, moved, discarded]));

  await daemon.ask('outbox.retry', { send_id: late.send_id });
  const flushed = await daemon.events.until('ScheduledSendFlushed', 5);
  assert.deepEqual([flushed.draft_id, flushed.ok], [sent, true]);
  await schedule(moved!, '2026-03-10T10:00:00Z');
  await daemon.ask('drafts.remove', { draft_id: discarded });
  const open = async () =>
    (await daemon.ask('outbox.list')).sends
      .filter(({ state }) => state !== 'sent')
      .map(({ draft_id, state }) => [draft_id, state]);
  assert.deepEqual(await open(), [[moved, 'queued']]);
  await daemon.ask('drafts.recover', { draft_id: discarded });
  assert.deepEqual(await open(), [
    [moved, 'queued'],
    [discarded, 'failed'],
  ]);
  daemon.clock.advance(hour);
  await daemon.events.until('ScheduledSendFlushed', 6);
  assert.deepEqual(subjectsSent(), ['One', 'Two', 'Three']);
});

test('a temporary refusal is retried with the same message; a send to an unreachable server goes when it is back', async (t) => {
  const daemon = await testDaemon(t);
  await daemon.synced();
  const sender = daemon.sender('ada');
  sender.faults.push(
    refusedOutcome(451, '4.7.1'),
    refusedOutcome(421, '4.3.2'),
    unreachableOutcome('auth'),
    'lost-before-last',
  );
  const draft_id = storedDraft(daemon);
  const receipt = await daemon.ask('outbox.sendStored', { draft_id });
  assert.equal(receipt.state, 'queued');
  const waiting = await entryOf(daemon, draft_id);
  assert.deepEqual([waiting.trouble?.retryable, waiting.words], [true, 'Trying again in 1 minute']);
  const tried = (attempts: number) =>
    waitForEntry(daemon, draft_id, (entry) => entry.attempts >= attempts && entry.state !== 'sending');
  daemon.clock.advance(minute);
  assert.equal((await tried(2)).next_at, '2026-03-10T08:06:00.000Z');
  const { send_id } = waiting;
  await daemon.ask('outbox.retry', { send_id });
  const refused = await tried(3);
  assert.deepEqual([refused.trouble?.code, refused.words], ['auth', 'Waiting for the account’s password']);
  daemon.clock.advance(hour);
  await tried(4);
  await daemon.resync();
  const sent = await waitForEntry(daemon, draft_id, ({ state }) => state === 'sent');
  assert.equal(sent.attempts, 5);
  assert.equal(sent.rfc2822_message_id, receipt.rfc2822_message_id);
  assert.equal(headerField(sender.deliveries[0]?.bytes ?? nothing, 'Date'), 'Tue, 10 Mar 2026 08:00:00 +0000');
});

test('a sender that stops by itself is tried again later, not at once and for ever', async (t) => {
  const daemon = await testDaemon(t);
  await daemon.synced();
  const sender = daemon.sender('ada');
  const stopped = { ...unreachableOutcome('offline'), reason: 'stopped' as const, message: 'It was closed.' };
  sender.faults.push(stopped, stopped);
  const draft_id = storedDraft(daemon);
  const receipt = await daemon.ask('outbox.sendStored', { draft_id });
  assert.equal(receipt.state, 'queued');
  const waiting = await entryOf(daemon, draft_id);
  assert.deepEqual(
    [waiting.attempts, waiting.trouble?.message, waiting.next_at],
    [1, 'It was closed.', '2026-03-10T08:01:00.000Z'],
  );
  daemon.clock.advance(minute);
  await waitForEntry(daemon, draft_id, ({ attempts, state }) => attempts === 2 && state === 'queued');
  daemon.clock.advance(5 * minute);
  await waitForEntry(daemon, draft_id, ({ state }) => state === 'sent');
  assert.equal(sender.deliveries.length, 1);
});

test('a permanent refusal fails with a reason, keeps its draft, and can be sent again; after two days all retries end', async (t) => {
  const daemon = await testDaemon(t);
  await daemon.synced();
  const sender = daemon.sender('ada');
  const refusedRecipient = { email: 'grace@example.org', state: 'refused' as const, isTemporary: false };
  sender.faults.push({
    ...refusedOutcome(550, '5.1.1'),
    recipients: [{ ...refusedRecipient, reply: { code: 550, status: '5.1.1', text: 'no such user' } }],
  });
  const draft_id = storedDraft(daemon);
  await assert.rejects(daemon.ask('outbox.sendStored', { draft_id }), (thrown) => {
    assert.ok(thrown instanceof Failure);
    assert.deepEqual([thrown.code, thrown.kind], ['send_failed', 'provider']);
    assert.match(thrown.message, /no mailbox grace@example\.org/);
    return true;
  });
  assert.ok(isDraftStored(daemon, draft_id));
  const [{ send_id } = { send_id: '' }] = (await daemon.ask('outbox.list')).sends;
  assert.equal((await daemon.ask('outbox.retry', { send_id })).send.state, 'queued');
  await waitForEntry(daemon, draft_id, ({ state }) => state === 'sent');
  await assert.rejects(daemon.ask('outbox.confirmSent', { send_id }), code('not_in_doubt'));
  const hopeless = storedDraft(daemon);
  sender.faults.push(refusedOutcome(451, '4.3.0'), refusedOutcome(451, '4.3.0'));
  await daemon.ask('outbox.sendStored', { draft_id: hopeless });
  daemon.clock.advance(49 * hour);
  const failed = await waitForEntry(daemon, hopeless, ({ state }) => state === 'failed');
  assert.equal(failed.trouble?.code, 'gave_up');
  assert.equal(sender.deliveries.length, 1);
});

test('if a server accepts only some recipients, the others are retried alone or reported as refused', async (t) => {
  const daemon = await testDaemon(t);
  await daemon.synced();
  const sender = daemon.sender('ada');
  const send = sender.send.bind(sender);
  const no = (email: string, isTemporary: boolean) => ({
    email,
    state: 'refused' as const,
    isTemporary,
    reply: { code: isTemporary ? 450 : 550, status: isTemporary ? '4.2.1' : '5.1.1', text: 'no' },
  });
  sender.send = async (message, options) => {
    sender.send = send;
    const outcome = await send({ ...message, to: ['a@example.org'] }, options);
    return outcome.state === 'accepted'
      ? { ...outcome, recipients: [...outcome.recipients, no('b@example.org', true), no('c@example.org', false)] }
      : outcome;
  };
  const draft_id = storedDraft(daemon, { to_text: 'a@example.org, b@example.org, c@example.org' });
  await daemon.ask('outbox.sendStored', { draft_id });
  const partly = await waitForEntry(daemon, draft_id, ({ copy }) => copy === 'done');
  assert.deepEqual([partly.state, partly.can_cancel, isDraftStored(daemon, draft_id)], ['queued', false, true]);
  await assert.rejects(daemon.ask('outbox.cancel', { draft_id }), code('send_begun'));
  daemon.clock.advance(minute);
  const {
    recipients,
    trouble: left,
    words,
  } = await waitForEntry(daemon, draft_id, ({ ended_at }) => ended_at !== null);
  assert.deepEqual(
    recipients.map(({ state }) => state),
    ['accepted', 'accepted', 'refused'],
  );
  assert.deepEqual([left?.code, words], ['partly_refused', 'Sent, but not to everyone']);
  assert.deepEqual(
    sender.deliveries.map(({ to }) => to),
    [['a@example.org'], ['b@example.org']],
  );
  assert.equal(daemon.server('ada').control.messagesIn('Sent').length, 1);
});

test('the answered message is flagged, and the copy waits for an unreachable server', async (t) => {
  const daemon = await testDaemon(t, {
    prepare: (providers) => {
      const { control } = providers.get('ada')!;
      control.deliver(mail({ from: 'grace@example.org', subject: 'Plan', text: 'When?', id: 'plan@example.org' }));
    },
  });
  await daemon.synced();
  const { control } = daemon.server('ada');
  const source = withStore(daemon, (db) =>
    db.get<{ id: number }>(sql`SELECT id FROM messages WHERE header_id = 'plan@example.org'`),
  )?.id;
  const draft_id = storedDraft(daemon, { intent: 'reply', source: source ?? 0 });
  control.fault({ kind: 'offline', times: 1 });
  const { state } = await daemon.ask('outbox.sendStored', { draft_id });
  assert.equal(state, 'sent');
  assert.ok(isDraftStored(daemon, draft_id));
  daemon.clock.advance(minute);
  await waitForEntry(daemon, draft_id, ({ ended_at }) => ended_at !== null);
  assert.deepEqual(control.messagesIn('INBOX').at(-1)?.flags, ['\\Answered']);
  assert.equal(control.messagesIn('Sent').length, 1);
  assert.equal(daemon.sender('ada').deliveries.length, 1);
});

test('a server that stores its own copy gets none from the daemon', async (t) => {
  const daemon = await testDaemon(t);
  await daemon.synced();
  Object.assign(daemon.sender('ada'), { savesSentCopy: true });
  const draft_id = storedDraft(daemon);
  await daemon.ask('outbox.sendStored', { draft_id });
  assert.equal((await waitForEntry(daemon, draft_id, ({ ended_at }) => ended_at !== null)).copy, 'none');
  assert.deepEqual(daemon.server('ada').control.messagesIn('Sent'), []);
});
