import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { isFileContent } from '../../contract/define.ts';
import { openWritable, sql } from '../../store/db.ts';
import { storeFiles } from '../../store/open.ts';
import { ada, bob, mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';

const large = Buffer.from(Array.from({ length: 9_000 }, (_, line) => `${line} of the plan\r\n`).join(''));
const withFile = Buffer.concat([
  Buffer.from(
    'From: Ben <ben@example.test>\r\nTo: ada@example.test\r\nSubject: Plan\r\nMIME-Version: 1.0\r\n' +
      'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nAttached.\r\n--b\r\nContent-Type: text/csv\r\n' +
      'Content-Disposition: attachment; filename="plan.csv"\r\n\r\n',
  ),
  large,
  Buffer.from('\r\n--b--\r\n'),
]);
const page = mail({
  from: 'Shop <shop@example.test>',
  subject: 'Sale',
  text: '<p>Hello <script>steal()</script>you</p>',
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
});

async function daemonWithMail(t: Parameters<typeof testDaemon>[0]) {
  const daemon = await testDaemon(t, {
    accounts: [ada, bob],
    config: '[agents.profiles.agent]\nallowed_accounts = ["ada"]\n',
    prepare(servers) {
      for (const bytes of [withFile, page]) servers.get('ada')?.control.deliver(bytes);
      servers.get('bob')?.control.deliver(mail({ from: 'eve@example.test', subject: 'Theirs', text: 'Secret' }));
    },
  });
  await daemon.synced();
  const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages' });
  const rows = mailbox.groups.flatMap((group) => group.rows);
  const idOf = (subject: string) => rows.find((row) => row.subject === subject)?.id ?? '';
  return { daemon, idOf };
}

async function raw(daemon: TestDaemon, message_id: string, range?: { start?: number; end?: number }) {
  const reply = await daemon.ask('messages.raw', { message_id, range });
  assert.ok(isFileContent(reply));
  return { ...reply, bytes: await buffer(reply.stream) };
}

test('one message says whom it is from, what it says and what is attached; HTML and headers come where they are asked for', async (t) => {
  const { daemon, idOf } = await daemonWithMail(t);
  const { message, content, content_failure } = await daemon.ask('messages.get', { message_id: idOf('Plan') });
  assert.deepEqual(
    [message.subject, message.from.email, message.flags, message.labels.map(({ name }) => name), content_failure],
    ['Plan', 'ben@example.test', '', ['Inbox'], null],
  );
  assert.deepEqual(
    [content?.text?.trim(), content?.attachments.map(({ filename }) => filename), content?.html, content?.headers],
    ['Attached.', ['plan.csv'], undefined, undefined],
  );
  const full = await daemon.ask('messages.get', { message_id: idOf('Sale'), include: 'html,headers' });
  assert.match(full.content?.html ?? '', /<p>Hello .*you<\/p>/);
  assert.doesNotMatch(full.content?.html ?? '', /steal/);
  assert.deepEqual(
    full.content?.headers?.find(([name]) => name === 'Subject'),
    ['Subject', 'Sale'],
  );
  await assert.rejects(daemon.ask('messages.get', { message_id: idOf('Sale'), include: 'html,styles' }), {
    code: 'invalid_input',
    message: /styles|include/,
  });
});

test('the source comes byte for byte, also in ranges, with a version that stays', async (t) => {
  const { daemon, idOf } = await daemonWithMail(t);
  const whole = await raw(daemon, idOf('Plan'));
  assert.ok(whole.bytes.equals(withFile));
  assert.deepEqual([whole.type, whole.size, whole.range], ['message/rfc822', withFile.length, undefined]);
  const part = await raw(daemon, idOf('Plan'), { start: 1_000, end: 70_000 });
  assert.ok(part.bytes.equals(withFile.subarray(1_000, 70_001)));
  assert.deepEqual([part.range, part.etag], [{ start: 1_000, end: 70_000, total: withFile.length }, whole.etag]);
  await assert.rejects(raw(daemon, idOf('Plan'), { start: withFile.length }), { code: 'range_not_satisfiable' });
});

test('bodies come in the order asked for, and each that cannot be had says why', async (t) => {
  const { daemon, idOf } = await daemonWithMail(t);
  const unknown = '00000000-0000-4000-8000-000000000000';
  const message_ids = [idOf('Sale'), unknown, idOf('Plan').toUpperCase(), idOf('Sale')];
  const { contents, failures } = await daemon.ask('messages.bodies', { message_ids });
  assert.deepEqual(
    contents.map(({ text }) => text?.trim()),
    ['Hello\n\nyou', 'Attached.'],
  );
  assert.deepEqual(
    failures.map(({ message_id, code }) => [message_id, code]),
    [[unknown, 'not_found']],
  );
  await assert.rejects(daemon.ask('messages.bodies', { message_ids: [] }), { code: 'invalid_input' });
});

test('a caller limited to one account gets nothing of another, and nothing that tells it is there', async (t) => {
  const { daemon, idOf } = await daemonWithMail(t);
  const agent = { origin: 'agent' as const };
  const theirs = idOf('Theirs');
  for (const name of ['messages.get', 'messages.raw'] as const)
    await assert.rejects(daemon.ask(name, { message_id: theirs }, agent), { code: 'not_found' }, name);
  const { contents, failures } = await daemon.ask('messages.bodies', { message_ids: [idOf('Plan'), theirs] }, agent);
  assert.deepEqual([contents.length, failures.map(({ code }) => code)], [1, ['not_found']]);
});

test('a message whose source is not here, or not whole, says so', async (t) => {
  const { daemon, idOf } = await daemonWithMail(t);
  const db = openWritable(storeFiles(daemon.dataDir).mail, { durability: 'normal' });
  const internal = (subject: string) => sql`SELECT id FROM messages WHERE subject = ${subject}`;
  const plan = db.get<{ id: number }>(internal('Plan'))?.id ?? 0;
  const sale = db.get<{ id: number }>(internal('Sale'))?.id ?? 0;
  db.run(sql`DELETE FROM message_texts WHERE message = ${sale}`);
  db.run(sql`DELETE FROM sources WHERE message = ${sale}`);
  db.run(
    sql`INSERT INTO source_missing_ranges (message, start, length, part) VALUES (${plan}, ${withFile.length}, 5000, '2')`,
  );
  db.close();
  const { content, content_failure } = await daemon.ask('messages.get', { message_id: idOf('Sale') });
  assert.deepEqual([content, content_failure?.code], [null, 'not_downloaded']);
  await assert.rejects(raw(daemon, idOf('Sale')), { kind: 'unavailable', code: 'not_downloaded' });
  await assert.rejects(raw(daemon, idOf('Plan')), {
    kind: 'conflict',
    code: 'source_incomplete',
    details: { left_on_server: 5000 },
  });
});
