import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { untilAborted } from '../../base/abort.ts';
import { Failure } from '../../base/failure.ts';
import { sql } from '../../store/db.ts';
import { ada, mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';
import { createBackup, restore } from '../backup/test-backups.ts';
import { entryOf, waitForEntry, withStore, isDraftStored, storedDraft } from './test-sends.ts';

const minute = 60_000;
const code = (wanted: string) => (thrown: unknown) => thrown instanceof Failure && thrown.code === wanted;
const orphans = async (daemon: TestDaemon) => (await daemon.ask('outbox.orphaned')).drafts.map(({ id }) => id);

test('a send interrupted at the last moment has an unknown result: it is never resent automatically, and finding a copy resolves it', async (t) => {
  const daemon = await testDaemon(t);
  await daemon.synced();
  const sender = daemon.sender('ada');
  sender.faults.push('lost-taken');
  const draft_id = storedDraft(daemon);
  const receipt = await daemon.ask('outbox.sendStored', { draft_id });
  assert.equal(receipt.state, 'unknown');
  assert.deepEqual(await daemon.ask('outbox.sendStored', { draft_id }), receipt);
  assert.deepEqual(await orphans(daemon), [draft_id]);
  daemon.clock.advance(24 * 60 * minute);
  await daemon.resync();
  assert.equal((await entryOf(daemon, draft_id)).words, 'We couldn’t confirm it was sent');
  await assert.rejects(daemon.ask('outbox.cancel', { draft_id }), code('send_begun'));
  await assert.rejects(daemon.ask('outbox.retry', { send_id: receipt.send_id }), code('not_waiting'));
  assert.equal(sender.deliveries.length, 1);
  daemon.server('ada').control.deliver(sender.deliveries[0]?.bytes ?? Buffer.alloc(0), { folder: 'Sent' });
  await daemon.resync();
  const { state, copy } = await waitForEntry(daemon, draft_id, ({ ended_at }) => ended_at !== null);
  assert.deepEqual([state, copy], ['sent', 'done']);
  assert.equal(daemon.server('ada').control.messagesIn('Sent').length, 1);
  assert.deepEqual([await orphans(daemon), isDraftStored(daemon, draft_id)], [[], false]);
});

test('a reply to a message with an unknown result, or a report on it, confirms that it was sent', async (t) => {
  const daemon = await testDaemon(t);
  await daemon.synced();
  const [answered, reported] = [storedDraft(daemon), storedDraft(daemon)];
  daemon.sender('ada').faults.push('lost-taken', 'lost-taken');
  const { rfc2822_message_id: id } = await daemon.ask('outbox.sendStored', { draft_id: answered });
  const { rfc2822_message_id: other } = await daemon.ask('outbox.sendStored', { draft_id: reported });
  const headers = { 'In-Reply-To': `<${id}>` };
  const { control } = daemon.server('ada');
  control.deliver(mail({ from: 'grace@example.org', subject: 'Re: Dinner', text: 'Yes.', headers }));
  control.deliver(bounce({ about: other, recipient: 'grace@example.org' }));
  await daemon.resync();
  const ended = async (draft_id: string) => waitForEntry(daemon, draft_id, ({ ended_at }) => ended_at !== null);
  assert.deepEqual([(await ended(answered)).words, (await ended(reported)).words], ['Sent', 'Not delivered']);
  assert.equal(control.messagesIn('Sent').length, 2);
});

test('marking an unknown send as not sent returns the draft; for any other draft it changes nothing (checklist 137)', async (t) => {
  const daemon = await testDaemon(t);
  await daemon.synced();
  const sender = daemon.sender('ada');
  sender.faults.push('lost-untaken', 'lost-taken');
  const [untaken, taken] = [storedDraft(daemon), storedDraft(daemon)];
  assert.equal((await daemon.ask('outbox.sendStored', { draft_id: untaken })).state, 'unknown');
  assert.deepEqual(await daemon.ask('outbox.resetOrphan', { draft_id: untaken }), { kind: 'Ack' });
  const reset = await daemon.ask('outbox.list');
  assert.equal(reset.sends[0]?.state, 'failed');
  assert.deepEqual(await daemon.ask('outbox.resetOrphan', { draft_id: untaken }), { kind: 'Ack' });
  assert.deepEqual(await daemon.ask('outbox.list'), reset);
  const { send_id } = await daemon.ask('outbox.sendStored', { draft_id: taken });
  assert.equal((await daemon.ask('outbox.confirmSent', { send_id })).send.state, 'sent');
  await waitForEntry(daemon, taken, ({ ended_at }) => ended_at !== null);
  assert.equal(daemon.server('ada').control.messagesIn('Sent').length, 1);
  assert.equal((await daemon.ask('outbox.sendStored', { draft_id: untaken })).state, 'sent');
  assert.equal(sender.deliveries.length, 2);
});

test('a stop during a send leaves the right state: a message that was certainly not accepted waits, a message that may be accepted is unknown', async (t) => {
  for (const [isLast, expected] of [
    [false, 'queued'],
    [true, 'unknown'],
  ] as const) {
    const daemon = await testDaemon(t);
    await daemon.synced();
    const begun = Promise.withResolvers<void>();
    daemon.sender('ada').send = async (_message, { signal, beforeFinalBytes }) => {
      if (isLast) await beforeFinalBytes();
      begun.resolve();
      await untilAborted(signal);
      const message = 'Posthorn stops.';
      if (isLast) return { state: 'unknown', message };
      return { state: 'refused', reason: 'stopped', isTemporary: true, recipients: [], reply: null, message };
    };
    const draft_id = storedDraft(daemon);
    await daemon.ask('outbox.sendStored', { draft_id, hold_seconds: 1 });
    daemon.clock.advance(1_000);
    await begun.promise;
    let isClosed = false;
    const closing = daemon.close().then(() => (isClosed = true));
    while (!isClosed) {
      daemon.clock.advance(100);
      await nextTurn();
    }
    await closing;
    const row = withStore(daemon, (db) => db.get<{ state: string }>(sql`SELECT state FROM outbox`));
    assert.equal(row?.state, expected);
    const again = await testDaemon(t, { dataDir: daemon.dataDir });
    again.clock.advance(1_000);
    const { state } = await waitForEntry(
      again,
      draft_id,
      (entry) => entry.state !== 'queued' && entry.state !== 'sending',
    );
    assert.equal(state, expected === 'queued' ? 'sent' : 'unknown');
    assert.equal(again.sender('ada').deliveries.length, expected === 'queued' ? 1 : 0);
    await again.close();
  }
});

test('after a crash a message that was not committed waits again, and a committed message is unknown', async (t) => {
  const daemon = await testDaemon(t);
  await daemon.synced();
  const drafts = [storedDraft(daemon), storedDraft(daemon), storedDraft(daemon), storedDraft(daemon)] as const;
  for (const draft_id of drafts) await daemon.ask('outbox.schedule', { draft_id, send_at: '2026-03-10T08:01:00Z' });
  await daemon.close();
  const [held, committed, partly, waiting] = drafts;
  withStore(daemon, (db) => {
    db.run(sql`UPDATE outbox SET state = 'sending' WHERE draft_id <> ${waiting}`);
    db.run(sql`UPDATE outbox SET is_committed = 1 WHERE draft_id IN (${committed}, ${partly})`);
    db.run(sql`UPDATE outbox SET sent_at = queued_at WHERE draft_id = ${partly}`);
  });
  const again = await testDaemon(t, { dataDir: daemon.dataDir });
  assert.deepEqual(await orphans(again), [committed]);
  const rest = await entryOf(again, partly);
  assert.deepEqual(
    [rest.state, rest.recipients[0]?.state, rest.words],
    ['sent', 'unknown', 'Sent, but not confirmed for all recipients'],
  );
  assert.equal((await entryOf(again, held)).state, 'queued');
});

test('after a restore all waiting sends of the backup are unknown, because they may have been sent since', async (t) => {
  const daemon = await testDaemon(t);
  await daemon.synced();
  const draft_id = storedDraft(daemon);
  await daemon.ask('outbox.schedule', { draft_id, send_at: '2026-03-10T09:00:00Z' });
  const { name } = await createBackup(daemon);
  const { restored: again } = await restore(t, daemon, name, { accounts: [ada] });
  assert.deepEqual(await orphans(again), [draft_id]);
  again.clock.advance(120 * minute);
  await again.synced();
  assert.deepEqual(again.sender('ada').deliveries, []);
  assert.equal((await entryOf(again, draft_id)).trouble?.code, 'restored');
});

test('a bounce is assigned to its sent message: its recipients are shown as not reached, with a reason', async (t) => {
  const daemon = await testDaemon(t);
  await daemon.synced();
  const draft_id = storedDraft(daemon, { cc_text: 'hal@example.org' });
  const receipt = await daemon.ask('outbox.sendStored', { draft_id });
  const { control } = daemon.server('ada');
  control.deliver(bounce({ about: receipt.rfc2822_message_id.toUpperCase(), recipient: 'Grace@example.org' }));
  control.deliver(bounce({ about: receipt.rfc2822_message_id, recipient: 'hal@example.org', action: 'delayed' }));
  await daemon.resync();
  const bounced = await daemon.events.until('SendBounced');
  assert.deepEqual([bounced.local_message_id, bounced.recipients], [receipt.local_message_id, ['Grace@example.org']]);
  assert.match(bounced.error, /no mailbox grace@example\.org/i);
  const { recipients, words } = await waitForEntry(
    daemon,
    draft_id,
    ({ recipients: each }) => each[0]?.state === 'bounced',
  );
  assert.deepEqual(
    [recipients.map(({ state }) => state), words],
    [['bounced', 'accepted'], 'Sent, but not delivered to everyone'],
  );
  await daemon.resync();
  const delivery = await daemon.ask('outbox.ofMessage', { message_id: receipt.local_message_id ?? '' });
  assert.deepEqual(
    delivery.recipients.map(({ email, state, status }) => [email, state, status]),
    [
      ['grace@example.org', 'bounced', '5.1.1'],
      ['hal@example.org', 'delayed', '5.1.1'],
    ],
  );
  assert.equal(delivery.send?.send_id, receipt.send_id);
  assert.equal(daemon.events.all('SendBounced').length, 1);
});

function bounce({
  about,
  recipient,
  action = 'failed',
}: {
  about: string;
  recipient: string;
  action?: string;
}): Buffer {
  const status = [
    '--report',
    'Content-Type: text/plain',
    '',
    'Sorry.',
    '--report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.org',
    `Original-Message-ID: <${about}>`,
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 User unknown',
    '',
    '--report--',
  ];
  return mail({
    from: 'MAILER-DAEMON@mx.example.org',
    subject: 'Undelivered',
    text: status.join('\n'),
    headers: { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=report' },
  });
}
