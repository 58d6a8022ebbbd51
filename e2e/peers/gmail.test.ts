import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { makeHome, startDaemon, type DaemonProcess, type Home } from '../daemon-process.ts';
import { certificateMissing, makeCertificate, type Certificate } from '../../testing/servers/certificate.ts';
import { gmailCapabilities, gmailMailbox } from '../../testing/servers/imap/gmail.ts';
import type { Mailbox } from '../../testing/servers/imap/mailbox.ts';
import { startOddServer, type OddServer } from '../../testing/servers/imap/server.ts';
import { auditStore } from './support/store-audit.ts';
import { openEventStream, type EventStream } from './support/event-stream.ts';
import { mailboxContents } from './support/mailbox-contents.ts';
import { buildMessage } from './support/test-messages.ts';
import { untilSettled } from './support/until-settled.ts';

const missing = certificateMissing();
if (missing) test('a mailbox on Gmail', { skip: missing });
else describe('a mailbox on Gmail', suite);

const start = Date.parse('2026-05-01T08:00:00Z') / 1000;

function suite(): void {
  let certificate: Certificate;
  let server: OddServer;
  let mailbox: Mailbox;
  let home: Home;
  let daemon: DaemonProcess;
  let line: EventStream;

  before(async () => {
    certificate = makeCertificate();
    mailbox = filledMailbox();
    server = await startOddServer({ certificate, mailbox, capabilities: gmailCapabilities });
    const { port, user: username, password } = server;
    home = makeHome([{ key: 'gmail', name: 'Gmail', email: 'ada@gmail.example', port, username, password }]);
    daemon = await startDaemon(home, certificate);
    line = await openEventStream(daemon);
    await untilSettled(daemon);
  });
  after(async () => {
    line?.close();
    await daemon?.kill();
    await server?.stop();
    home?.remove();
    certificate?.remove();
  });

  test('a message exists once however many labels it has, and is fetched once', async () => {
    const rows = await rowsOf('all_mail');
    const subjects = rows.map(({ subject }) => subject);
    assert.deepEqual(subjects.toSorted(), ['Alone', 'Archived', 'Plan', 'Plan again', 'Report', 'Sent']);
    assert.deepEqual(refetchedMessages(server), []);
    assert.equal(server.log.fetchedSections.length, 8, 'all of these, and those in Spam and Trash');
  });

  test('its labels are shown', async () => {
    const rows = await rowsOf('all_mail');
    const plan = rows.find(({ subject }) => subject === 'Plan');
    const names = plan?.labels?.filter(({ kind }) => kind !== 'system').map(({ name }) => name);
    assert.deepEqual(names?.toSorted(), ['Plans', 'Work']);
    const { sidebar } = await daemon.ask('mailbox.list', { limit: 1 });
    const labels = sidebar?.sections
      .flatMap(({ items }) => items)
      .filter(({ role, lens }) => role === null && lens.kind === 'label');
    assert.deepEqual(labels?.map(({ label, total }) => `${label} ${total}`).toSorted(), [
      'Empty 0',
      'Important 1',
      'Plans 1',
      'Work 2',
    ]);
  });

  test('a Gmail conversation is one thread, whatever the headers say', async () => {
    const rows = await rowsOf('all_mail');
    const threadOf = (wanted: string) => rows.find(({ subject }) => subject === wanted)?.thread_id;
    assert.equal(threadOf('Plan'), threadOf('Plan again'));
    assert.notEqual(threadOf('Report'), threadOf('Alone'));
  });

  test('new mail is announced and fetched once, even if it is in several folders', async () => {
    line.clear();
    server.log.fetchedSections = [];
    mailbox.deliver('INBOX', messageWith('Fresh'));
    mailbox.copy('INBOX', [uidOf(mailbox, 'INBOX', 'Fresh')], '[Gmail]/Important');
    await line.next('NewMessages');
    await untilSettled(daemon);
    const announced = line.received.flatMap((event) => (event.event === 'NewMessages' ? event.envelopes : []));
    assert.deepEqual(
      announced.map(({ subject }) => subject),
      ['Fresh'],
    );
    assert.equal(server.log.fetchedSections.length, 1);
    assert.equal((await rowsOf('all_mail')).filter(({ subject }) => subject === 'Fresh').length, 1);
  });

  const moves: [claim: string, subject: string, change: () => void, inbox: boolean, all: boolean][] = [
    [
      'mail that is archived elsewhere leaves the inbox and stays in all mail',
      'Report',
      () => mailbox.expunge('INBOX', [uidOf(mailbox, 'INBOX', 'Report')]),
      false,
      true,
    ],
    [
      'mail that is put back into the inbox elsewhere is there again',
      'Archived',
      () => mailbox.copy('[Gmail]/All Mail', [uidOf(mailbox, '[Gmail]/All Mail', 'Archived')], 'INBOX'),
      true,
      true,
    ],
    [
      'mail that is thrown away elsewhere is in neither',
      'Alone',
      () => mailbox.move('INBOX', [uidOf(mailbox, 'INBOX', 'Alone')], '[Gmail]/Trash'),
      false,
      false,
    ],
  ];
  for (const [claim, subject, change, inbox, all] of moves)
    test(`${claim}, and is not fetched again`, async () => {
      const id = (await rowsOf('all_mail')).find((row) => row.subject === subject)?.id;
      line.clear();
      server.log.fetchedSections = [];
      change();
      await untilSettled(daemon);
      const isIn = async (lens: 'inbox' | 'all_mail') => (await rowsOf(lens)).some((row) => row.id === id);
      assert.deepEqual([await isIn('inbox'), await isIn('all_mail')], [inbox, all]);
      assert.deepEqual(server.log.fetchedSections, []);
      assert.ok(!line.received.some(({ event }) => event === 'NewMessages'), 'nothing was announced as new');
    });

  const everywhere = ['INBOX', 'Work', 'Work/Plans', '[Gmail]/All Mail', '[Gmail]/Important', '[Gmail]/Starred'];
  const without = (...left: string[]) => everywhere.filter((path) => !left.includes(path));
  const acts: [name: 'archive' | 'trash' | 'spam' | 'labels' | 'move', input: object, lies: readonly string[]][] = [
    ['archive', {}, without('INBOX')],
    ['trash', {}, ['[Gmail]/Trash']],
    ['spam', {}, ['[Gmail]/Spam']],
    ['labels', { remove: ['Work'] }, without('Work')],
    ['labels', { add: ['Empty'], remove: ['Plans'] }, [...without('Work/Plans'), 'Empty']],
    ['move', { target_label: 'Empty' }, [...without('INBOX'), 'Empty']],
  ];
  for (const [name, input, lies] of acts)
    test(`${name} ${JSON.stringify(input)} results in what Gmail makes of it, and undo reverts it`, async () => {
      const row = (await rowsOf('all_mail')).find(({ subject }) => subject === 'Plan');
      const before = await shownOf(row?.id ?? '');
      assert.deepEqual(pathsOf('Plan'), everywhere.toSorted());
      const { result } = await daemon.ask(`mutations.${name}`, { message_ids: [row?.id ?? ''], ...input });
      await completed(result.mutation_id);
      assert.deepEqual(pathsOf('Plan'), lies.toSorted());
      const shown = await shownOf(row?.id ?? '');
      await untilSettled(daemon);
      assert.deepEqual(await shownOf(row?.id ?? ''), shown, 'the sync confirmed what was shown');
      const undone = await daemon.ask('mutations.undo', { mutation_id: result.mutation_id ?? '' });
      await completed(undone.result.mutation_id);
      assert.deepEqual(pathsOf('Plan'), everywhere.toSorted());
      await untilSettled(daemon);
      assert.deepEqual(await shownOf(row?.id ?? ''), before);
    });

  test('deleting a label keeps its mail, and undo gives it back to the mail', async () => {
    const { mutation_id, messages, archived } = await daemon.ask('labels.remove', { name: 'Work' });
    assert.deepEqual([messages, archived], [2, 0]);
    await completed(mutation_id);
    assert.deepEqual(pathsOf('Plan'), without('Work').toSorted());
    assert.equal(mailbox.find('Work'), undefined);
    await untilSettled(daemon);
    const { result } = await daemon.ask('mutations.undo', { mutation_id: mutation_id ?? '' });
    await completed(result.mutation_id);
    assert.deepEqual([pathsOf('Plan'), pathsOf('Report').includes('Work')], [everywhere.toSorted(), true]);
  });

  test('renaming a label renames its children, and no mail is fetched again', async () => {
    server.log.fetchedSections = [];
    const { mutation_id } = await daemon.ask('labels.rename', { from: 'Work', to: 'Job' });
    await completed(mutation_id);
    await untilSettled(daemon);
    assert.deepEqual(
      pathsOf('Plan').filter((path) => /^(Work|Job)/.test(path)),
      ['Job', 'Job/Plans'],
    );
    const { labels } = await daemon.ask('labels.list', {});
    const own = labels.filter(({ kind }) => kind !== 'System').map(({ full_name }) => full_name);
    assert.deepEqual(own, ['Empty', 'Job', 'Job/Plans']);
    assert.deepEqual(server.log.fetchedSections, []);
  });

  test('at the end, store and server agree', async () => {
    await untilSettled(daemon);
    await daemon.stop();
    assert.deepEqual(auditStore(home.dataDir, mailboxContents(mailbox)), []);
  });

  async function completed(mutation_id: string | null) {
    const { ok } = await line.next('MutationCompleted', (event) => event.mutation_id === mutation_id);
    assert.ok(ok, 'the server executed all of it');
  }

  /** The folders of a message on the server. */
  function pathsOf(subject: string): string[] {
    const has = ({ bytes }: { bytes: Buffer }) => bytes.includes(`Subject: ${subject}\r\n`);
    return mailbox.folders
      .filter(({ placements }) => placements.some(({ message: each }) => has(each)))
      .map(({ path }) => path)
      .toSorted();
  }

  /** The labels of a message: inbox, all mail and its own. */
  async function shownOf(id: string) {
    const [inbox, all] = [await rowsOf('inbox'), await rowsOf('all_mail')];
    const row = all.find((each) => each.id === id);
    const labels = row?.labels?.map(({ name }) => name).toSorted();
    return { isInInbox: inbox.some((each) => each.id === id), isInAllMail: row !== undefined, labels };
  }

  async function rowsOf(lens_kind: 'inbox' | 'all_mail') {
    const { mailbox: page } = await daemon.ask('mailbox.list', { lens_kind, view: 'messages', limit: 100 });
    return page.groups.flatMap(({ rows }) => rows);
  }
}

function filledMailbox(): Mailbox {
  const mailbox = gmailMailbox();
  for (const label of ['Work', 'Work/Plans', 'Empty']) mailbox.addFolder(label, { attributes: ['\\HasNoChildren'] });
  const thread = 1_700_000_000_000_000_000n;
  mailbox.deliver('INBOX', messageWith('Plan'), { thread });
  mailbox.deliver('INBOX', messageWith('Plan again'), { thread });
  mailbox.deliver('INBOX', messageWith('Report'));
  mailbox.deliver('INBOX', messageWith('Alone', 'Report'));
  mailbox.deliver('[Gmail]/All Mail', messageWith('Archived'), { flags: ['\\Seen'] });
  mailbox.deliver('[Gmail]/Sent Mail', messageWith('Sent'), { flags: ['\\Seen'] });
  mailbox.deliver('[Gmail]/Spam', messageWith('Spam'));
  mailbox.deliver('[Gmail]/Trash', messageWith('Trash'));
  mailbox.copy('INBOX', [1], '[Gmail]/Important');
  mailbox.copy('INBOX', [1], '[Gmail]/Starred');
  mailbox.copy('INBOX', [1, 3], 'Work');
  mailbox.copy('INBOX', [1], 'Work/Plans');
  return mailbox;
}

/** `inReplyTo` is the subject of the message it claims to answer. */
function messageWith(subject: string, inReplyTo?: string): Buffer {
  const id = (of: string) => `${of.replaceAll(' ', '.')}@gmail.example`;
  const answered = inReplyTo === undefined ? {} : { inReplyTo: id(inReplyTo) };
  return buildMessage({ id: id(subject), subject, text: `This is ${subject}.`, sentAt: start, ...answered });
}

function uidOf(mailbox: Mailbox, path: string, subject: string): number {
  const place = mailbox
    .folder(path)
    .placements.find(({ message: { bytes } }) => bytes.includes(`Subject: ${subject}\r\n`));
  assert.ok(place, `${subject} is in ${path}`);
  return place.uid;
}

/** The messages whose bodies were fetched more than once, from whatever folder. */
function refetchedMessages({ log, mailbox }: OddServer): string[] {
  const fetched = log.fetchedSections.map(
    ({ folder, uid }) => mailbox.folder(folder).placements.find((place) => place.uid === uid)?.message.id,
  );
  return fetched.filter((id, index) => fetched.indexOf(id) !== index).map(String);
}
