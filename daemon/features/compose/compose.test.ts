import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { timeId } from '../../base/ids.ts';
import { Failure } from '../../base/failure.ts';
import { ada, bob, testDaemon, type TestDaemon } from '../../test-daemon.ts';

const head = { to: 'Bob Lee <bob@example.org>', cc: '', bcc: '', subject: 'Dinner', from: 'Ada <ada@example.test>' };
const hasCode = (code: string) => (failed: unknown) => failed instanceof Failure && failed.code === code;

/** For tests that do not advance the clock. */
const closes: (() => unknown)[] = [];
const shared = testDaemon({ after: (close: () => unknown) => void closes.push(close) });
after(async () => {
  for (const close of closes) await close();
});

async function openSession(daemon: TestDaemon, more: object = {}) {
  const { session } = await daemon.ask('compose.open', { kind: 'new', ...more });
  return session;
}

test('every change is stored at once, and survives a restart until the session ends (checklist 127)', async (t) => {
  const first = await testDaemon(t);
  const { draftPath, draftId } = await openSession(first);
  const { session } = await first.ask('compose.update', {
    draft_path: draftPath,
    ...head,
    body: 'Shall we say **seven**?',
  });
  assert.equal(session.bodyMarkdown, 'Shall we say **seven**?');
  assert.deepEqual(session.issues, []);
  assert.match(session.previewHtml, /<strong>seven<\/strong>/);
  await first.close();

  const second = await testDaemon(t, { dataDir: first.dataDir });
  const { session: again } = await second.ask('compose.refresh', { draft_path: draftPath });
  assert.deepEqual(again, session);
  const { sessions } = await second.ask('compose.sessions');
  assert.deepEqual(
    sessions.map((each) => [each.draftPath, each.kind, each.draftId]),
    [[draftPath, 'new', draftId]],
  );
});

test('a session ends when it is sent, saved or discarded, and every later call reports how (checklist 126)', async () => {
  const daemon = await shared;
  const ends = {
    sent: (draft_path: string) => daemon.ask('compose.send', { draft_path, hold_seconds: 60 }),
    saved: (draft_path: string) => daemon.ask('compose.save', { draft_path }),
    discarded: (draft_path: string) => daemon.ask('compose.discard', { draft_path }),
  };
  for (const [ended_by, end] of Object.entries(ends)) {
    const { draftPath: draft_path, draftId: draft_id } = await openSession(daemon);
    await daemon.ask('compose.update', { draft_path, ...head, body: 'At seven.' });
    await end(draft_path);
    for (const [name, input] of [
      ['compose.refresh', {}],
      ['compose.update', head],
      ['compose.send', {}],
      ['compose.save', {}],
      ['compose.attach', { filename: 'a.txt', content_base64: 'YQ==' }],
      ['compose.collaborators', {}],
      ['compose.safetyCheck', {}],
      ['compose.discard', {}],
    ] as const)
      await assert.rejects(daemon.ask(name, { draft_path, ...input }), (failed: Failure) => {
        assert.deepEqual([failed.code, failed.details], ['session_ended', { ended_by, draft_id }], name);
        return true;
      });
  }
  for (const draft_path of ['../../etc/passwd', '0195804f-3c2a-7d41-9b06-5e8d2f61c7a4'])
    await assert.rejects(daemon.ask('compose.refresh', { draft_path }), hasCode('session_not_found'));
});

test('a session closed before anything was written is removed after a day, and a session with content stays', async (t) => {
  const daemon = await testDaemon(t);
  const empty = await openSession(daemon);
  const written = await openSession(daemon, { body: 'Dear' });
  daemon.clock.advance(86_400_001);
  const latest = await openSession(daemon);
  const { sessions } = await daemon.ask('compose.sessions');
  assert.deepEqual(
    sessions.map(({ draftPath }) => draftPath),
    [latest.draftPath, written.draftPath],
  );
  await assert.rejects(daemon.ask('compose.refresh', { draft_path: empty.draftPath }), hasCode('session_ended'));
});

test('an update of an older revision is refused with the current session', async () => {
  const daemon = await shared;
  const { draftPath: draft_path, revision } = await openSession(daemon);
  const { session } = await daemon.ask('compose.update', { draft_path, ...head, body: 'One', revision });
  assert.equal(session.revision, revision + 1);
  await assert.rejects(
    daemon.ask('compose.update', { draft_path, ...head, body: 'Two', revision }),
    (failed: Failure) => {
      assert.equal(failed.code, 'session_changed');
      assert.equal((failed.details['session'] as typeof session).bodyMarkdown, 'One');
      return true;
    },
  );
  // A client that missed the answer repeats the update with the revision it knows.
  for (const known of [undefined, revision]) {
    const { session: same } = await daemon.ask('compose.update', { draft_path, ...head, body: 'One', revision: known });
    assert.equal(same.revision, session.revision);
  }
  await daemon.events.until('DraftsUpdated');
});

test('issues are reported while the user writes', async () => {
  const daemon = await shared;
  const { draftPath: draft_path } = await openSession(daemon);
  const { session } = await daemon.ask('compose.update', {
    draft_path,
    to: 'Bob, bob@example.org',
    cc: '',
    bcc: '',
    subject: '',
    from: 'eve@example.org',
    body: 'Dear {first_name}',
    signature: 'Gone',
  });
  assert.deepEqual(session.issues, [
    { severity: 'error', message: '"Bob" is no address that mail can be sent to.' },
    { severity: 'error', message: 'eve@example.org isn’t one of your addresses.' },
    { severity: 'warning', message: 'It has no subject.' },
    { severity: 'warning', message: '{first_name} hasn’t been filled in.' },
    { severity: 'warning', message: 'There is no signature named Gone, so none is added.' },
  ]);
});

test('files are uploaded first, listed by their path, and sent with the session', async () => {
  const daemon = await shared;
  const { draftPath: draft_path } = await openSession(daemon);
  const plan = await daemon.ask('compose.attach', {
    draft_path,
    filename: 'C:\\Users\\ada\\pl\u202ean.pdf',
    content_base64: Buffer.from('%PDF-1.7').toString('base64'),
  });
  assert.deepEqual(
    [plan.filename, plan.mime_type, plan.size_bytes, plan.listed],
    ['plan.pdf', 'application/pdf', 8, false],
  );
  const picture = await daemon.ask('compose.upload', {
    draft_path,
    filename: 'sea',
    inline: 'true',
    content: pieces(Buffer.from('\x89PNG', 'latin1'), Buffer.alloc(3_000_000, 7)),
  });
  assert.deepEqual([picture.mime_type, picture.size_bytes], ['image/png', 3_000_004]);
  assert.match(picture.cid ?? '', /^image-/);
  const body = `![sea](cid:${picture.cid})`;
  const { session } = await daemon.ask('compose.update', { draft_path, ...head, body, attach: [plan.path] });
  assert.deepEqual(session.frontmatter.attach, [plan.path]);
  assert.deepEqual(
    session.files.map(({ filename, listed, ready }) => [filename, listed, ready]),
    [
      ['plan.pdf', true, true],
      ['sea', false, true],
    ],
  );
  const shown = await daemon.ask('compose.file', { draft_path, path: picture.path });
  assert.equal((await buffer(shown.stream)).length, 3_000_004);
  assert.equal((await daemon.ask('compose.file', { draft_path, path: plan.path })).type, 'application/octet-stream');
  // Remove the file, and list it again.
  await daemon.ask('compose.update', { draft_path, ...head });
  await daemon.ask('compose.update', { draft_path, ...head, attach: [plan.path] });

  for (const path of ['/etc/passwd', 'files/0195804f-3c2a-7d41-9b06-5e8d2f61c7a4/plan.pdf'])
    await assert.rejects(
      daemon.ask('compose.update', { draft_path, ...head, attach: [path] }),
      hasCode('file_not_uploaded'),
    );
  await assert.rejects(
    daemon.ask('compose.attach', { draft_path, filename: 'a', content_base64: 'not base64!' }),
    hasCode('bad_base64'),
  );
  await assert.rejects(
    daemon.ask('compose.attach', { draft_path, filename: 'a', content_base64: 'AAAA'.repeat(3_500_000) }),
    hasCode('file_too_large'),
  );
  const broken = (async function* () {
    yield Buffer.alloc(1000);
    throw new Error('the connection was lost');
  })();
  await assert.rejects(
    daemon.ask('compose.upload', { draft_path, filename: 'b', content: broken }),
    /the connection was lost/,
  );
  assert.equal((await daemon.ask('compose.refresh', { draft_path })).session.files.length, 2);
});

test('a stored Markdown draft is opened unchanged, including From, and only once at a time (checklist 130)', async (t) => {
  const daemon = await testDaemon(t, { accounts: [ada, bob] });
  const { draftPath: draft_path } = await openSession(daemon);
  const from = 'Someone Else <bob@example.test>';
  await daemon.ask('compose.update', { draft_path, ...head, to: '', from, body: 'Not yet' });
  const { draft_id } = await daemon.ask('compose.save', { draft_path });
  const { session } = await daemon.ask('compose.restore', { draft_id });
  assert.deepEqual(
    [session.frontmatter.from, session.bodyMarkdown, session.kind, session.accountId !== undefined],
    [from, 'Not yet', 'new', true],
  );
  assert.equal((await daemon.ask('compose.restore', { draft_id })).session.draftPath, session.draftPath);
  await assert.rejects(
    daemon.ask('compose.save', { draft_path: session.draftPath, draft_id: timeId() }),
    hasCode('other_draft'),
  );
  // Discarding the session leaves the stored draft.
  await daemon.ask('compose.discard', { draft_path: session.draftPath });
  assert.notEqual((await daemon.ask('compose.restore', { draft_id })).session.draftPath, session.draftPath);
  await assert.rejects(daemon.ask('compose.restore', { draft_id: timeId() }), hasCode('not_found'));
});

test('a queued draft cannot be opened until the send is cancelled, and is then unchanged', async () => {
  const daemon = await shared;
  const { draftPath: draft_path } = await openSession(daemon);
  await daemon.ask('compose.update', { draft_path, ...head, body: 'At seven.' });
  const sent = await daemon.ask('compose.send', { draft_path }, { origin: 'web' });
  assert.deepEqual([sent.receipt.state, sent.receipt.send_at], ['queued', '2026-03-10T08:00:08.000Z']);
  await assert.rejects(daemon.ask('compose.restore', { draft_id: sent.draft_id }), hasCode('draft_queued'));
});

function pieces(...all: Buffer[]): AsyncIterable<Uint8Array> {
  return (async function* () {
    yield* all;
  })();
}

test('an HTML draft is shown byte for byte and cannot be edited (checklist 129)', async () => {
  const daemon = await shared;
  const { accounts } = await daemon.ask('accounts.list');
  const id = '0195804f-3c2a-7d41-9b06-5e8d2f61c7a4';
  const body_html = '<p  class=x>Line\r\n&nbsp;<b>two</b>\u2028</P>\n';
  await daemon.ask('drafts.saveLocal', { id, account_id: accounts[0]?.account_id, body_html });
  await assert.rejects(daemon.ask('compose.restore', { draft_id: id }), (failed: Failure) => {
    assert.equal(failed.kind, 'conflict');
    assert.equal(failed.code, 'html_draft_not_editable');
    assert.equal(failed.details['previewHtml'], body_html);
    assert.equal(failed.details['retryable'], false);
    return true;
  });
  const { sessions } = await daemon.ask('compose.sessions');
  assert.ok(sessions.every(({ draftId }) => draftId !== id));
});

test('the safety check and a send apply the same rules, and only the user may override them (checklist 131)', async (t) => {
  const config =
    '[safety.recipients]\nsensitive_domains = ["rival.example"]\n[agents.profiles.agent]\nsafety_policy = "full"\nallowed_accounts = ["ada"]\nallow_send = true\n';
  const daemon = await testDaemon(t, { config });
  const { draftPath: draft_path } = await openSession(daemon);
  await daemon.ask('compose.update', { draft_path, ...head, bcc: 'x@rival.example', body: 'At seven.' });
  const blockersFor = async (origin: 'script' | 'agent') => {
    const { report } = await daemon.ask('compose.safetyCheck', { draft_path }, { origin });
    assert.equal(report.allowed, false);
    return report.issues.filter(({ severity }) => severity === 'blocker');
  };
  const [found] = await blockersFor('agent');
  assert.equal(found?.override_token ?? null, null);
  await assert.rejects(
    daemon.ask('compose.send', { draft_path, hold_seconds: 60 }, { origin: 'agent' }),
    hasCode('not_safe'),
  );
  await assert.rejects(daemon.ask('compose.send', { draft_path, hold_seconds: 60 }), (failed: Failure) => {
    const issues = failed.details['issues'] as { code: string; severity: string }[];
    assert.deepEqual(
      issues.filter(({ severity }) => severity === 'blocker').map(({ code }) => code),
      [found?.code],
    );
    return failed.code === 'not_safe';
  });
  // The refused draft is still open.
  const [{ override_token = '' } = {}] = await blockersFor('script');
  const request = { draft_path, override_safety_token: override_token, hold_seconds: 60 };
  await assert.rejects(daemon.ask('compose.send', request, { origin: 'agent' }), Failure);
  assert.equal((await daemon.ask('compose.send', request)).receipt.state, 'queued');
});

test('a send without a hold goes at once, and a refused send leaves a draft that can be opened', async () => {
  const daemon = await shared;
  const sent = await openSession(daemon, { to: 'bob@example.org', subject: 'Dinner', body: 'At seven.' });
  const { receipt } = await daemon.ask('compose.send', { draft_path: sent.draftPath });
  assert.equal(receipt.state, 'sent');
  assert.match(String(daemon.sender('ada').deliveries[0]?.bytes), /At seven\./);

  daemon.sender('ada').faults.push({
    state: 'refused',
    reason: 'refused',
    isTemporary: false,
    recipients: [],
    reply: null,
    message: 'mail.example.org takes no mail from here.',
  });
  const { draftPath, draftId } = await openSession(daemon, {
    to: 'bob@example.org',
    subject: 'Dinner',
    body: 'At eight.',
  });
  await assert.rejects(daemon.ask('compose.send', { draft_path: draftPath }), (failed: Failure) => {
    assert.deepEqual([failed.code, failed.details['draft_id']], ['send_failed', draftId]);
    return true;
  });
  const { session } = await daemon.ask('compose.restore', { draft_id: draftId });
  assert.equal(session.bodyMarkdown, 'At eight.');
});

test('a change updates the version of a draft on its server, and never creates a second version (checklist 128)', async (t) => {
  const daemon = await testDaemon(t);
  await daemon.synced();
  const lying = () => daemon.server('ada').control.messagesIn('Drafts').length;
  const isThere = async (draft_id: string) => {
    for (;;) {
      const { drafts } = await daemon.ask('drafts.list');
      assert.deepEqual(
        drafts.map(({ id }) => id),
        [draft_id],
      );
      if (drafts[0]?.on_server === 'yes' && lying() === 1) return;
      daemon.clock.advance(5_000);
      await new Promise(setImmediate);
    }
  };
  const { draftPath } = await openSession(daemon, { to: 'bob@example.org', subject: 'Dinner', body: 'At one.' });
  const { draft_id } = await daemon.ask('compose.save', { draft_path: draftPath });
  await isThere(draft_id);
  const { session } = await daemon.ask('compose.restore', { draft_id });
  for (const body of ['At two.', 'At three.']) {
    await daemon.ask('compose.update', { draft_path: session.draftPath, ...head, body });
    await isThere(draft_id);
  }
  for (let snippets: string[] = []; !snippets.includes('At three.');) {
    await daemon.resync();
    const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages', lens_kind: 'all_mail' });
    snippets = mailbox.groups.flatMap(({ rows }) => rows).map(({ snippet }) => snippet);
    assert.ok(snippets.length <= 1);
  }
  assert.equal(lying(), 1);
});

test('a mailto link fills the recipients, the subject and the body of a new message', async () => {
  const given = {
    to: 'bob@example.org',
    cc: 'carl@example.org',
    bcc: 'dan@example.org',
    subject: 'Dinner',
    body: 'At 7?',
  };
  const { frontmatter, bodyMarkdown } = await openSession(await shared, given);
  const { to, cc, bcc, subject } = frontmatter;
  assert.deepEqual({ to, cc, bcc, subject, body: bodyMarkdown }, given);
});
