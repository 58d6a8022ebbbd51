import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Failure } from '../../base/failure.ts';
import { ada, mail, testDaemon } from '../../test-daemon.ts';
import { isUpToDateOnServer, linkedDraft, advanceUntil, changeDraftFields, versionsOn } from './test-linked-drafts.ts';

test('changes by another program and local changes of a draft are resolved by the documented rule', async (t) => {
  const daemon = await testDaemon(t, { accounts: [ada] });
  await daemon.synced();
  const { control } = daemon.server('ada');
  /** Another program saves the draft again as a new message, and deletes the old one. */
  const editElsewhere = (subject: string, text: string) => {
    const [old] = control.messagesIn('Drafts');
    control.deliver(mail({ from: ada.email, subject, text, id: `${text}@phone.example` }), {
      folder: 'Drafts',
      flags: ['\\Draft'],
    });
    control.expunge('Drafts', old?.uid ?? 0);
  };
  /** Makes changes that the daemon cannot see, and waits until it knows that the server cannot be reached. */
  const whileOffline = async (change: () => void | Promise<void>) => {
    const failedPasses = daemon.events.all('SyncError').length;
    control.fault({ kind: 'offline' });
    await change();
    await daemon.events.until('SyncError', failedPasses + 1);
    control.clearFaults();
  };
  const bodies = async () => {
    const { drafts: listed } = await daemon.ask('drafts.list');
    const each = await Promise.all(listed.map(({ id }) => daemon.ask('drafts.get', { draft_id: id })));
    return each.map(({ draft }) => draft.body_markdown ?? '').toSorted((a, b) => a.localeCompare(b));
  };
  const draft_id = await linkedDraft(daemon, { body: 'Mine' });
  const brought = async () => {
    await advanceUntil(daemon, isUpToDateOnServer(daemon, draft_id));
    await daemon.resync();
    await advanceUntil(daemon, isUpToDateOnServer(daemon, draft_id));
  };
  await brought();

  await t.test('without local changes the remote version becomes the draft', async () => {
    editElsewhere('Dinner', 'Theirs');
    await daemon.resync();
    await advanceUntil(daemon, async () => (await bodies()).join() === 'Theirs');
    assert.equal(control.messagesIn('Drafts').length, 1);
    await brought();
  });

  await t.test(
    'after changes on both sides the local draft stays, and the remote version becomes a draft of its own',
    async () => {
      await whileOffline(async () => {
        await changeDraftFields(daemon, draft_id, { body_markdown: 'Ours' });
        editElsewhere('Dinner', 'Also theirs');
      });
      await daemon.resync();
      await advanceUntil(
        daemon,
        async () => (await bodies()).length === 2 && control.messagesIn('Drafts').length === 2,
      );
      assert.deepEqual(await bodies(), ['Also theirs', 'Ours']);
      await brought();
      assert.equal((await bodies()).length, 2);
      assert.equal(control.messagesIn('Drafts').length, 2);
    },
  );

  await t.test('a version deleted on the server discards the unchanged draft, which can be restored', async () => {
    for (const { uid } of control.messagesIn('Drafts')) control.expunge('Drafts', uid);
    await daemon.resync();
    await advanceUntil(daemon, async () => (await bodies()).length === 0);
    assert.equal((await daemon.ask('drafts.discarded')).drafts.length, 2);
    await daemon.ask('drafts.recover', { draft_id });
    await brought();
    assert.deepEqual(await bodies(), ['Ours']);
  });

  await t.test('a version deleted on the server keeps the changed draft, which is pushed again', async () => {
    await whileOffline(async () => {
      await changeDraftFields(daemon, draft_id, { body_markdown: 'Still wanted' });
      for (const { uid } of control.messagesIn('Drafts')) control.expunge('Drafts', uid);
    });
    await daemon.resync();
    await brought();
    assert.deepEqual([await bodies(), control.messagesIn('Drafts').length], [['Still wanted'], 1]);
  });

  await t.test('a folder with a new UIDVALIDITY deletes no draft', async () => {
    control.resetFolder('Drafts');
    await daemon.resync();
    await brought();
    await changeDraftFields(daemon, draft_id, { body_markdown: 'Numbered' });
    await advanceUntil(
      daemon,
      async () => (await isUpToDateOnServer(daemon, draft_id)()) && control.messagesIn('Drafts').length === 1,
    );
    assert.deepEqual(await bodies(), ['Numbered']);
  });
});

test('a draft of another program is imported once, with its recipients and files', async (t) => {
  const plan = Buffer.from('The plan.').toString('base64');
  const textMessage = mail({
    from: 'Ada <ada@example.test>',
    subject: 'Plan',
    id: 'plan@phone.example',
    text: `--b\nContent-Type: text/plain; charset=utf-8\n\nSee **below**.\n--b\nContent-Type: application/pdf; name="plan.pdf"\nContent-Disposition: attachment; filename="plan.pdf"\nContent-Transfer-Encoding: base64\n\n${plan}\n--b--`,
    headers: {
      To: 'Ben <ben@people.example>',
      Bcc: 'eve@people.example',
      'In-Reply-To': '<letter-1@people.example>',
      References: '<letter-0@people.example> <letter-1@people.example>',
      'Content-Type': 'multipart/mixed; boundary=b',
      'Content-Transfer-Encoding': '7bit',
    },
  });
  const formatted = mail({
    from: ada.email,
    subject: 'Formatted',
    text: '<p>So <b>bold</b></p>',
    id: 'formatted@phone.example',
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  });
  const daemon = await testDaemon(t, {
    prepare(servers) {
      const { control } = servers.get('ada')!;
      for (const each of [textMessage, formatted])
        control.deliver(each, { folder: 'Drafts', flags: ['\\Draft', '\\Seen'] });
      control.deliver(mail({ from: 'ben@people.example', subject: 'No draft', text: 'Hello' }));
    },
  });
  await daemon.synced();
  const { control } = daemon.server('ada');
  const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages', lens_kind: 'all_mail' });
  const idOf = (subject: string) =>
    mailbox.groups.flatMap(({ rows }) => rows).find((row) => row.subject === subject)?.id ?? '';

  const { draft_id } = await daemon.ask('drafts.createFromMessage', { message_id: idOf('Plan') });
  assert.deepEqual(await daemon.ask('drafts.createFromMessage', { message_id: idOf('Plan') }), { draft_id });
  await assert.rejects(
    daemon.ask('drafts.createFromMessage', { message_id: idOf('No draft') }),
    (failed: Failure) => failed.code === 'no_draft',
  );
  const { draft } = await daemon.ask('drafts.get', { draft_id });
  const { to, bcc, body_markdown, reply_headers, attachments } = draft;
  assert.deepEqual(
    {
      to,
      bcc,
      body_markdown,
      references: reply_headers?.references,
      files: attachments.map((path) => path.split('/')[2]),
    },
    {
      to: [{ name: 'Ben', email: 'ben@people.example' }],
      bcc: [{ name: null, email: 'eve@people.example' }],
      body_markdown: 'See **below**.',
      references: ['letter-0@people.example', 'letter-1@people.example'],
      files: ['plan.pdf'],
    },
  );

  await changeDraftFields(daemon, draft_id, { subject: 'The plan' });
  await advanceUntil(
    daemon,
    async () => (await isUpToDateOnServer(daemon, draft_id)()) && control.messagesIn('Drafts').length === 2,
  );
  const version = (await versionsOn(daemon.server('ada'))).find((text) => text.includes('The plan')) ?? '';
  assert.match(version, new RegExp(`^Bcc: eve@people.example\r[^]*${plan}`, 'm'));

  const html = await daemon.ask('drafts.createFromMessage', { message_id: idOf('Formatted') });
  assert.match((await daemon.ask('drafts.get', html)).draft.body_html ?? '', /<p>So <b>bold<\/b><\/p>/);
  await daemon.resync();
  assert.equal((await daemon.ask('drafts.list')).drafts.length, 2);
});
