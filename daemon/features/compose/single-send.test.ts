import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ada, bob, mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';
import { until } from '../../test-until.ts';

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

async function daemonWithOriginal(t: Parameters<typeof testDaemon>[0], config = '') {
  const daemon = await testDaemon(t, {
    accounts: [ada, bob],
    config,
    prepare: (servers) =>
      servers.get('ada')?.control.deliver(
        mail({
          from: 'Cleo <cleo@example.test>',
          subject: 'Plan',
          text: 'When shall we meet?',
          id: 'plan@x',
          headers: { Cc: 'dan@example.test' },
        }),
      ),
  });
  await daemon.synced();
  const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages' });
  return { daemon, original: mailbox.groups[0]?.rows[0]?.id ?? '' };
}

const sentTo = (daemon: TestDaemon, key: string) => daemon.sender(key).deliveries.map(({ bytes }) => String(bytes));
const sentBytes = async (daemon: TestDaemon, key: string, count = 1) => {
  await until('it is sent', () => daemon.sender(key).deliveries.length >= count);
  return sentTo(daemon, key);
};

test('one call sends a message with a file, by the outbox, and says when it leaves', async (t) => {
  const { daemon } = await daemonWithOriginal(t);
  const { upload_id, filename, size_bytes } = await daemon.ask('compose.uploadFile', {
    filename: 'folder/plan.csv',
    content: bytesOf('a,b\n1,2\n'),
  });
  assert.deepEqual([filename, size_bytes], ['plan.csv', 8]);
  const sent = await daemon.ask('compose.sendMessage', {
    from: 'bob@example.test',
    to: ['Eve <eve@example.test>', 'fay@example.test'],
    bcc: 'gus@example.test',
    subject: 'The plan\r\nBcc: mallory@example.test',
    body: 'Shall we say **seven**?',
    attachments: [upload_id],
  });
  assert.deepEqual(
    [sent.ok, sent.state, sent.from, sent.undo_until, sent.leaves_at, sent.attachments],
    [true, 'queued', 'bob@example.test', null, daemon.clock.now().toISOString(), 1],
  );
  assert.deepEqual(
    sent.recipients.map(({ email, kind }) => `${kind} ${email}`),
    ['to eve@example.test', 'to fay@example.test', 'bcc gus@example.test'],
  );
  const [bytes = ''] = await sentBytes(daemon, 'bob');
  assert.match(bytes, /^Subject: The plan Bcc: mallory@example\.test\r$/m);
  assert.doesNotMatch(bytes, /^Bcc:/m);
  assert.match(bytes, /filename="?plan\.csv/);
  const { sends } = await daemon.ask('outbox.list', {});
  assert.ok(sends.every(({ send_id }) => send_id === sent.send_id));
  await assert.rejects(
    daemon.ask('compose.sendMessage', { to: 'eve@example.test', subject: 'x', body: 'x', attachments: [upload_id] }),
    { code: 'upload_not_found' },
  );
});

test('a repeat under the same Idempotency-Key sends nothing, and gets the first answer', async (t) => {
  const { daemon } = await daemonWithOriginal(t);
  const input = { to: 'eve@example.test', subject: 'Once', body: 'Once only.' };
  const send = () =>
    daemon.dispatch('compose.sendMessage', input, { origin: 'script' }, { idempotencyKey: 'once-1' }) as Promise<{
      send_id: string;
    }>;
  const [first, second] = [await send(), await send()];
  assert.deepEqual(second, first);
  await sentBytes(daemon, 'ada');
  await daemon.ask('compose.sendMessage', { ...input, subject: 'Another' });
  assert.deepEqual(
    (await sentBytes(daemon, 'ada', 2)).map((bytes) => /^Subject: (.*)\r$/m.exec(bytes)?.[1]),
    ['Once', 'Another'],
  );
});

test('a reply goes to the sender, keeps the thread, and quotes only where that is asked for', async (t) => {
  const { daemon, original } = await daemonWithOriginal(t);
  const plain = await daemon.ask('compose.sendMessage', { in_reply_to: original, body: 'At seven.' });
  assert.deepEqual([plain.subject, plain.recipients.map(({ email }) => email)], ['Re: Plan', ['cleo@example.test']]);
  const all = await daemon.ask('compose.sendMessage', {
    in_reply_to: original,
    body: 'At eight.',
    reply_all: true,
    quote: true,
  });
  assert.deepEqual(
    all.recipients.map(({ email, kind }) => `${kind} ${email}`),
    ['to cleo@example.test', 'cc dan@example.test'],
  );
  const named = await daemon.ask('compose.sendMessage', {
    in_reply_to: original,
    to: 'eve@example.test',
    body: 'Look.',
  });
  assert.deepEqual(named.recipients, [{ email: 'eve@example.test', kind: 'to' }]);
  const [first = '', second = ''] = await sentBytes(daemon, 'ada', 3);
  assert.match(first, /^In-Reply-To: <plan@x>\r$/m);
  assert.doesNotMatch(first, /When shall we meet/);
  assert.match(second, /When shall we meet/);
});

test('a dry run stores nothing, sends nothing, and says what would stop it', async (t) => {
  const { daemon } = await daemonWithOriginal(t);
  const { upload_id } = await daemon.ask('compose.uploadFile', { filename: 'a.txt', content: bytesOf('a') });
  const input = { to: 'eve@example.test', subject: 'Dry', body: 'Text', attachments: [upload_id], dry_run: true };
  const checked = await daemon.ask('compose.sendMessage', { ...input, hold_seconds: 60 });
  assert.deepEqual(
    [checked.ok, checked.state, checked.send_id, checked.draft_id, checked.undo_until],
    [true, 'checked', null, null, new Date(daemon.clock.now().getTime() + 60_000).toISOString()],
  );
  const stopped = await daemon.ask('compose.sendMessage', { subject: 'Nobody', body: 'Text', dry_run: true });
  assert.deepEqual([stopped.ok, stopped.issues.some(({ severity }) => severity === 'blocker')], [false, true]);
  assert.deepEqual((await daemon.ask('outbox.list', {})).sends, []);
  assert.deepEqual((await daemon.ask('drafts.list', {})).drafts, []);
  assert.deepEqual(daemon.events.all('OutboxUpdated'), []);
  // The upload is still there to be sent.
  assert.equal((await daemon.ask('compose.sendMessage', { ...input, dry_run: false })).state, 'queued');
});

test('what is held can be cancelled until it leaves, and a safety check that stops it stores nothing', async (t) => {
  const { daemon } = await daemonWithOriginal(t);
  const held = await daemon.ask('compose.sendMessage', { to: 'eve@example.test', subject: 'x', hold_seconds: 60 });
  assert.equal(held.undo_until, held.leaves_at);
  await daemon.ask('outbox.cancel', { draft_id: held.draft_id });
  await assert.rejects(daemon.ask('compose.sendMessage', { subject: 'Nobody', body: 'Text' }), { code: 'not_safe' });
  await assert.rejects(daemon.ask('compose.sendMessage', { to: 'no address', body: 'Text' }), {
    code: 'bad_address',
    details: { addresses: ['no address'] },
  });
  await assert.rejects(daemon.ask('compose.sendMessage', { to: 'eve@example.test', signature: 'None' }), {
    code: 'signature_not_found',
  });
  await assert.rejects(daemon.ask('compose.sendMessage', { to: 'eve@example.test', from: 'eve@example.test' }), {
    code: 'bad_from',
  });
  const subjects = (await daemon.ask('drafts.list', {})).drafts.map(({ subject }) => subject);
  assert.deepEqual(subjects, ['x']);
  assert.deepEqual(daemon.sender('ada').deliveries, []);
});

test('a caller sends only where it may: by its profile, from its accounts, with its own uploads', async (t) => {
  const profile = '[agents.profiles.agent]\nallowed_accounts = ["ada"]\nsafety_policy = "draft-only"\n';
  const { daemon, original } = await daemonWithOriginal(t, profile);
  const agent = { origin: 'agent' as const };
  const message = { to: 'eve@example.test', subject: 'x', body: 'x' };
  await assert.rejects(daemon.ask('compose.sendMessage', message, agent), { code: 'policy' });
  assert.equal((await daemon.ask('compose.sendMessage', { ...message, dry_run: true }, agent)).state, 'checked');
  const { accounts } = await daemon.ask('accounts.list');
  const account_id = accounts.find(({ key }) => key === 'bob')?.account_id;
  await assert.rejects(daemon.ask('compose.sendMessage', { ...message, account_id, dry_run: true }, agent), {
    code: 'account_not_found',
  });
  const { upload_id } = await daemon.ask('compose.uploadFile', { filename: 'a.txt', content: bytesOf('a') });
  await assert.rejects(
    daemon.ask('compose.sendMessage', { ...message, attachments: [upload_id], dry_run: true }, agent),
    { code: 'upload_not_found' },
  );
  await daemon.ask('compose.sendMessage', { in_reply_to: original, dry_run: true }, agent);
});

test('a message of an agent that needs an approval waits with all that is sent, and is then sent once', async (t) => {
  const profile =
    '[agents.profiles.agent]\nallowed_accounts = ["ada"]\nsafety_policy = "full"\nallow_send = true\napprove = true\n';
  const { daemon, original } = await daemonWithOriginal(t, profile);
  const agent = { origin: 'agent' as const };
  const person = { origin: 'web' as const };
  const { upload_id } = await daemon.ask('compose.uploadFile', { filename: 'a.txt', content: bytesOf('a') }, agent);
  const input = { in_reply_to: original, body: 'At **seven**.', attachments: [upload_id] };
  const unknown = { ...input, attachments: ['00000000-0000-4000-8000-000000000000'] };
  await assert.rejects(daemon.ask('compose.sendMessage', unknown, agent), { code: 'upload_not_found' });
  const pending = (await daemon.dispatch('compose.sendMessage', input, agent)) as Record<string, string>;
  assert.equal(pending['status'], 'pending_approval');
  const { approval_id } = pending;
  const { approval } = await daemon.ask('approvals.get', { approval_id }, person);
  const [message] = approval.content.messages;
  assert.deepEqual(
    [message?.to.map(({ email }) => email), message?.subject, message?.body, message?.attachments],
    [['cleo@example.test'], 'Re: Plan', 'At **seven**.', [{ name: 'a.txt', size: 1 }]],
  );
  assert.deepEqual([daemon.sender('ada').deliveries, (await daemon.ask('drafts.list', {})).drafts], [[], []]);
  daemon.clock.advance(3_600_000);
  await daemon.ask('approvals.approve', { approval_id, payload_hash: approval.payload_hash }, person);
  await until('it is done', async () => {
    const { status, error } = (await daemon.ask('approvals.get', { approval_id }, person)).approval;
    assert.ok(status === 'approved' || status === 'running' || status === 'done', JSON.stringify([status, error]));
    return status === 'done';
  });
  // What was approved can be undone for a few seconds.
  daemon.clock.advance(10_000);
  const [bytes = ''] = await sentBytes(daemon, 'ada');
  assert.match(bytes, /^In-Reply-To: <plan@x>\r$/m);
  assert.equal(daemon.sender('ada').deliveries.length, 1);
});
