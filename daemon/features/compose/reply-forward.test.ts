import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { Failure } from '../../base/failure.ts';
import { ProviderError, type Provider } from '../../providers/provider.ts';
import { mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';
import { testFolder } from '../../test-folder.ts';

const from = 'Bob Lee <bob@example.org>';
const plan = mail({
  from,
  subject: 'Plan',
  id: 'letter-2@example.org',
  text: 'Shall we *really* meet?\n> On Friday\nBob\n-- \nBob Lee',
  headers: {
    To: 'Ada Morgan <ada@example.test>, Carl <carl@example.org>',
    'In-Reply-To': '<letter-1@example.org>',
    References: '<letter-0@example.org> <letter-1@example.org>',
  },
});
const own = mail({
  from: 'Ada Morgan <ada@example.test>',
  subject: 'Re: Plan',
  id: 'letter-3@example.test',
  text: 'Yes.',
  minutesAgo: 30,
  headers: { To: from, 'In-Reply-To': '<letter-2@example.org>' },
});

async function withMail(t: TestContext, messages: readonly Buffer[], config = '') {
  const daemon = await testDaemon(t, {
    config,
    prepare: (servers) => messages.forEach((bytes) => servers.get('ada')!.control.deliver(bytes)),
  });
  await daemon.synced();
  return daemon;
}

async function messageOf(daemon: TestDaemon, subject: string): Promise<string> {
  const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages', lens_kind: 'all_mail' });
  const row = mailbox.groups.flatMap(({ rows }) => rows).find((each) => each.subject === subject);
  assert.ok(row, subject);
  return row.id;
}

test('a reply goes to the sender, from the address that received the message, and belongs to the thread', async (t) => {
  const daemon = await withMail(t, [plan, own]);
  const message_id = await messageOf(daemon, 'Plan');
  const { session } = await daemon.ask('compose.open', { kind: 'reply_all', message_id });
  const { frontmatter } = session;
  assert.deepEqual(
    { ...frontmatter, 'thread-id': undefined },
    {
      to: 'Bob Lee <bob@example.org>',
      cc: 'Carl <carl@example.org>',
      bcc: '',
      subject: 'Re: Plan',
      from: 'Ada Morgan <ada@example.test>',
      'in-reply-to': 'letter-2@example.org',
      references: ['letter-0@example.org', 'letter-1@example.org', 'letter-2@example.org'],
      'thread-id': undefined,
      intent: 'reply_all',
      attach: [],
    },
  );
  assert.equal(
    session.bodyMarkdown,
    [
      '',
      '',
      'On Tuesday, 10 March 2026 at 08:00, Bob Lee wrote:',
      '',
      '> Shall we \\*really\\* meet?',
      '> > On Friday',
      '>',
      '> Bob',
      '> \\--',
      '> Bob Lee',
    ].join('\n'),
  );
  assert.equal(session.rawContent.split('\n')[(session.cursorLine ?? 0) - 2], '---');
  assert.equal(session.sourceMessageId, message_id);
  assert.deepEqual(session.issues, []);

  const { session: again } = await daemon.ask('compose.open', {
    kind: 'reply',
    message_id: await messageOf(daemon, 'Re: Plan'),
  });
  assert.deepEqual([again.frontmatter.to, again.frontmatter.subject], ['Bob Lee <bob@example.org>', 'Re: Plan']);
  assert.deepEqual(again.frontmatter.references, ['letter-2@example.org', 'letter-3@example.test']);
});

test('the reply signature stands between the written and the quoted text', async (t) => {
  const daemon = await withMail(t, [plan]);
  await daemon.ask('signatures.save', { name: 'Short', body: 'Ada' });
  await daemon.ask('signatures.setDefault', { name: 'Short', kind: 'reply' });
  const { session } = await daemon.ask('compose.open', {
    kind: 'reply',
    message_id: await messageOf(daemon, 'Plan'),
    body: 'Yes!',
  });
  assert.equal(session.frontmatter.signature, 'Short');
  assert.doesNotMatch(session.bodyMarkdown, /Ada/);
  assert.match(session.previewHtml, /Yes![^]*Ada[^]*On Tuesday[^]*<blockquote/);
  assert.equal((await daemon.ask('compose.open', { kind: 'new' })).session.frontmatter.signature, undefined);
});

const file = Buffer.alloc(90_000, 'all of it ');
const picture = Buffer.from('\x89PNG a sea', 'latin1');
const html = '<p>Look: <img src="cid:sea@here"></p>';
const parts = (body: string, headers: Record<string, string>) =>
  `--b\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')}\n${body}\n`;
const withFiles = mail({
  from,
  subject: 'Pictures',
  id: 'letter-4@example.org',
  text: [
    parts(html, { 'Content-Type': 'text/html' }),
    parts(picture.toString('base64'), {
      'Content-Type': 'image/png; name="sea.png"',
      'Content-ID': '<sea@here>',
      'Content-Disposition': 'inline',
      'Content-Transfer-Encoding': 'base64',
    }),
    parts(file.toString('base64').replaceAll(/.{76}/g, '$&\n'), {
      'Content-Type': 'application/pdf',
      'Content-Disposition': 'attachment; filename="report.pdf"',
      'Content-Transfer-Encoding': 'base64',
    }),
    '--b--',
  ].join(''),
  headers: { 'Content-Type': 'multipart/mixed; boundary="b"' },
});

test('a forward keeps headers, text, images and attachments, which are copied in the background', async (t) => {
  const daemon = await withMail(t, [withFiles]);
  const { session } = await daemon.ask('compose.open', {
    kind: 'forward',
    message_id: await messageOf(daemon, 'Pictures'),
    to: 'Carl <carl@example.org>',
  });
  const { draftPath: draft_path } = session;
  assert.deepEqual([session.frontmatter.subject, session.frontmatter.intent], ['Fwd: Pictures', 'forward']);
  assert.equal(session.frontmatter['in-reply-to'], undefined);
  assert.match(
    session.bodyMarkdown,
    /^\n\n-+ Forwarded message -+\nFrom: Bob Lee \\<bob@example\.org>\nDate: Tuesday, .*\nSubject: Pictures\nTo: ada@example\.test\n\nLook:/,
  );
  const [report, sea] = session.files;
  assert.deepEqual(
    [report?.filename, report?.listed, sea?.filename, sea?.listed],
    ['report.pdf', true, 'sea.png', false],
  );
  assert.ok(session.bodyMarkdown.endsWith(`![sea.png](cid:${sea?.cid})`));
  // A send waits for them.
  const sent = await daemon.ask('compose.send', { draft_path, hold_seconds: 60 });
  const { session: open } = await cancelSend(daemon, sent.draft_id);
  assert.deepEqual(
    open.files.map(({ size_bytes, ready }) => [size_bytes, ready]),
    [
      [file.length, true],
      [picture.length, true],
    ],
  );
  const reply = await daemon.ask('compose.file', { draft_path: open.draftPath, path: report?.path });
  assert.deepEqual(await buffer(reply.stream), file);
});

/** A message with a file that is large enough to be left on the server. */
function filmMessage(): Buffer {
  const large = Buffer.alloc(400_000, 'all of it ');
  const body = parts(large.toString('base64').replaceAll(/.{76}/g, '$&\n'), {
    'Content-Type': 'application/pdf',
    'Content-Disposition': 'attachment; filename="film.pdf"',
    'Content-Transfer-Encoding': 'base64',
  });
  const headers = { 'Content-Type': 'multipart/mixed; boundary="b"' };
  return mail({ from, subject: 'Film', id: 'letter-5@example.org', text: `${body}--b--`, headers });
}

test('a send that is killed while it waits for a file leaves its Idempotency-Key free, and is sent once', async (t) => {
  const isHanging = new Promise<never>(() => undefined);
  const opened = Promise.withResolvers<Provider>();
  const daemon = await testDaemon(t, {
    options: { openProvider: async () => opened.promise },
    prepare(servers) {
      const { control, ...server } = servers.get('ada')!;
      control.deliver(filmMessage());
      opened.resolve({ ...server, part: () => isHanging, close: async () => undefined });
    },
  });
  await daemon.synced();
  const request = { kind: 'forward', message_id: await messageOf(daemon, 'Film'), to: 'carl@example.org' };
  const { draftPath: draft_path } = (await daemon.ask('compose.open', request)).session;
  const send = async ({ dispatch }: Pick<TestDaemon, 'dispatch'>) =>
    dispatch('compose.send', { draft_path }, { origin: 'script' }, { idempotencyKey: 'once' });
  void send(daemon).catch(() => undefined);
  await assert.rejects(send(daemon), { code: 'idempotency_in_flight' });
  // What a killed process leaves behind.
  const dataDir = join(testFolder(), 'data');
  cpSync(daemon.dataDir, dataDir, { recursive: true });
  const again = await testDaemon(t, {
    dataDir,
    prepare: (servers) => servers.get('ada')!.control.deliver(filmMessage()),
  });
  const receipt = await send(again);
  assert.deepEqual(await send(again), receipt);
  assert.equal(again.sender('ada').deliveries.length, 1);
});

test('files on an unreachable server delay a forward, which is sent once they are fetched', async (t) => {
  let isLost = true;
  const opened = Promise.withResolvers<Provider>();
  const daemon = await testDaemon(t, {
    options: { openProvider: async () => opened.promise },
    prepare(servers) {
      const { control, ...server } = servers.get('ada')!;
      control.deliver(filmMessage());
      const part: Provider['part'] = (...asked) =>
        isLost ? Promise.reject(new ProviderError('offline', 'The line is gone.')) : server.part(...asked);
      opened.resolve({ ...server, part, close: async () => undefined });
    },
  });
  await daemon.synced();
  const request = { kind: 'forward', message_id: await messageOf(daemon, 'Film'), to: 'carl@example.org' };
  const { draftPath: draft_path } = (await daemon.ask('compose.open', request)).session;
  await assert.rejects(daemon.ask('compose.send', { draft_path, hold_seconds: 60 }), (failed: Failure) => {
    assert.match(failed.message, /^film\.pdf can’t be attached\. This attachment is still on the mail server of Ada/);
    return failed.code === 'files_not_ready' && failed.retryable;
  });
  const { session } = await daemon.ask('compose.refresh', { draft_path });
  assert.match(
    session.issues.map(({ severity, message }) => `${severity}: ${message}`).join(),
    /error: film\.pdf can’t/,
  );
  isLost = false;
  assert.equal((await daemon.ask('compose.send', { draft_path, hold_seconds: 60 })).receipt.state, 'queued');
});

async function cancelSend(daemon: TestDaemon, draft_id: string) {
  await daemon.ask('outbox.cancel', { draft_id });
  return daemon.ask('compose.restore', { draft_id });
}

test('the policy draft-only allows sessions, autosave and attachments, and refuses sending and scheduling (checklist 68)', async (t) => {
  const daemon = await withMail(t, [plan], '[general]\nsafety_policy = "draft-only"\n');
  const { session } = await daemon.ask('compose.open', { kind: 'reply', message_id: await messageOf(daemon, 'Plan') });
  const { draftPath: draft_path } = session;
  const { path } = await daemon.ask('compose.attach', { draft_path, filename: 'a.txt', content_base64: 'YQ==' });
  const head = { to: 'bob@example.org', cc: '', bcc: '', subject: 'Re: Plan', from: '' };
  await daemon.ask('compose.update', { draft_path, ...head, attach: [path], body: 'Yes' });
  await daemon.ask('compose.safetyCheck', { draft_path });
  const isPolicy = (failed: unknown) => failed instanceof Failure && failed.code === 'policy';
  await assert.rejects(daemon.ask('compose.send', { draft_path }), isPolicy);
  await assert.rejects(daemon.ask('compose.send', { draft_path, send_at: '2026-03-11T08:00:00Z' }), isPolicy);
  const { draft_id } = await daemon.ask('compose.save', { draft_path });
  for (const send of ['outbox.sendStored', 'outbox.schedule'] as const)
    await assert.rejects(daemon.ask(send, { draft_id, send_at: '2026-03-11T08:00:00Z' }), isPolicy);
  await daemon.ask('compose.restore', { draft_id });
});

test('frequent correspondents of a recipient are suggested, with the messages that show it', async (t) => {
  const together = (at: number, to: string) =>
    mail({
      from: 'Ada Morgan <ada@example.test>',
      subject: `Plan ${at}`,
      id: `plan-${at}@example.test`,
      text: 'So.',
      minutesAgo: 100 + at,
      headers: { To: to },
    });
  const bobAndCarl = 'Bob Lee <bob@example.org>, Carl <carl@example.org>';
  const daemon = await withMail(t, [
    ...[1, 2, 3, 4].map((at) => together(at, bobAndCarl)),
    together(5, 'bob@example.org, Dan <dan@example.org>'),
    together(6, 'eve@example.org, carl@example.org'),
  ]);
  const { session } = await daemon.ask('compose.open', { kind: 'new', to: 'Bob Lee <Bob@example.org>' });
  const { suggestions } = await daemon.ask('compose.collaborators', { draft_path: session.draftPath });
  assert.deepEqual(
    suggestions.map(({ evidence_msg_ids, ...rest }) => ({ ...rest, evidence: evidence_msg_ids.length })),
    [
      {
        confidence: 'high',
        display_name: 'Carl',
        email: 'carl@example.org',
        reason: 'Was in 4 of your last 5 messages with Bob Lee.',
        evidence: 4,
      },
    ],
  );
});
