import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';

const rawMessage = (subject: string) => mail({ from: 'eve@example.test', subject, text: subject, id: `${subject}@x` });

/** The subjects and ids in a label, by subject. */
async function idsIn(daemon: TestDaemon, lens: object): Promise<[string, string][]> {
  const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages', ...lens });
  const rows = mailbox.groups.flatMap(({ rows: each }) => each);
  return rows.map(({ subject, id }): [string, string] => [subject, id]).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

const inbox = { lens_kind: 'inbox' };
const allMail = { lens_kind: 'all_mail' };
const fetched = (daemon: TestDaemon) => daemon.events.all('SyncFinished').map(({ messages_synced }) => messages_synced);

test('mail that another program moves keeps its id, is not fetched again, and never disappears', async (t) => {
  const daemon = await testDaemon(t, {
    prepare: (servers) =>
      ['one', 'two', 'three'].forEach((each) => servers.get('ada')?.control.deliver(rawMessage(each))),
  });
  await daemon.synced();
  const before = await idsIn(daemon, inbox);
  const { control } = daemon.server('ada');
  control.move('INBOX', 1, 'Archive');
  control.move('INBOX', 2, 'Archive');
  await daemon.resync();
  assert.deepEqual(
    (await idsIn(daemon, inbox)).map(([subject]) => subject),
    ['three'],
  );
  assert.deepEqual(await idsIn(daemon, allMail), before);
  assert.deepEqual(new Set(fetched(daemon).slice(1)), new Set([0]));
  assert.deepEqual(daemon.events.all('MailRemoved'), []);
  assert.deepEqual(daemon.events.all('NewMessages'), []);
});

test('a folder with a new UIDVALIDITY keeps its mail without fetching it, and announces mail that arrived in the meantime', async (t) => {
  const daemon = await testDaemon(t, {
    prepare: (servers) => ['one', 'two'].forEach((each) => servers.get('ada')?.control.deliver(rawMessage(each))),
  });
  await daemon.synced();
  const before = await idsIn(daemon, inbox);
  const { control } = daemon.server('ada');
  daemon.clock.advance(1000);
  control.fault({ kind: 'offline', times: 1 });
  control.deliver(rawMessage('while it was numbered'));
  control.resetFolder('INBOX');
  await daemon.resync();
  await daemon.resync();
  const after = await idsIn(daemon, inbox);
  assert.deepEqual(
    after.filter(([subject]) => subject !== 'while it was numbered'),
    before,
  );
  assert.equal(
    fetched(daemon)
      .slice(1)
      .reduce((sum, count) => sum + count, 0),
    1,
  );
  assert.deepEqual(
    daemon.events.all('NewMessages').flatMap(({ envelopes }) => envelopes.map(({ subject }) => subject)),
    ['while it was numbered'],
  );
  assert.deepEqual(daemon.events.all('MailRemoved'), []);
});

test('a copy of a message is not fetched, in either order of arrival', async (t) => {
  const daemon = await testDaemon(t, {
    prepare(servers) {
      const { control } = servers.get('ada')!;
      for (const folder of ['INBOX', 'Archive', 'Sent']) control.deliver(rawMessage('copied'), { folder });
    },
  });
  await daemon.synced();
  assert.deepEqual(fetched(daemon), [1]);
  assert.equal((await idsIn(daemon, allMail)).length, 1);
});

test('a large attachment is left on the server and listed; the rest of the message is stored', async (t) => {
  const file = Buffer.alloc(600_000, 'invoice ').toString('base64').replaceAll(/.{76}/g, '$&\r\n');
  const bytes = [
    'From: eve@example.test', 'To: ada@example.test', 'Subject: the files', 'Message-ID: <files@x>', 'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b"', '',
    '--b', 'Content-Type: text/plain', '', 'Here they are.',
    '--b', 'Content-Type: application/pdf; name="large.pdf"', 'Content-Transfer-Encoding: base64', '', file,
    '--b', 'Content-Type: text/csv; name="small.csv"', 'Content-Disposition: attachment; filename="small.csv"', '', 'a;b',
    '--b--', '',
  ]; // prettier-ignore
  const daemon = await testDaemon(t, {
    prepare: (servers) => servers.get('ada')?.control.deliver(Buffer.from(bytes.join('\r\n'))),
  });
  await daemon.synced();
  const [[, message_id] = ['', '']] = await idsIn(daemon, inbox);
  const { body } = await daemon.ask('messages.body', { message_id });
  assert.equal(body.text_plain?.trim(), 'Here they are.');
  assert.deepEqual(
    body.attachments.map(({ filename, on_server }) => [filename, on_server]),
    [
      ['large.pdf', true],
      ['small.csv', false],
    ],
  );
  const stated = body.attachments[0]?.size_bytes ?? 0;
  assert.ok(Math.abs(stated - 600_000) < 4, `${stated} bytes are listed`);
  assert.equal((await daemon.ask('search.count', { q: 'large.pdf' })).count, 1);
});
