import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../store/db.ts';
import { openReader, storeFiles } from '../../store/open.ts';
import { testDaemon } from '../../test-daemon.ts';

type Row = { message_id: string; header_id: string; thread: number; subject: string; from_name: string | null };

/** The stored messages by Message-ID, and their displayed text. */
async function received(t: Parameters<typeof testDaemon>[0], messages: readonly Buffer[]) {
  const daemon = await testDaemon(t, {
    prepare: (servers) => messages.forEach((bytes) => servers.get('ada')?.control.deliver(bytes)),
  });
  await daemon.synced();
  const db = openReader(storeFiles(daemon.dataDir));
  t.after(() => db.close());
  const rows = db.all<Row>(sql`SELECT message_id, header_id, thread, subject, from_name FROM messages`);
  const byId = new Map(rows.map((row) => [row.header_id, row]));
  const row = (id: string) => byId.get(id) ?? assert.fail(`${id} was not received`);
  const textOf = async (id: string) => {
    const { body } = await daemon.ask('messages.body', { message_id: row(id).message_id });
    return body.text_plain;
  };
  return { row, textOf };
}

/** A message with these header fields; a field that is given may hold any bytes, as Latin-1. */
function odd(id: string, fields: readonly string[], body: string): Buffer {
  const header = [`Message-ID: <${id}>`, 'Date: Tue, 10 Mar 2026 08:00:00 +0000', 'To: ada@example.test', ...fields];
  return Buffer.from(`${header.join('\r\n')}\r\n${body}`, 'latin1');
}

test('replies that name a person in In-Reply-To are in the conversation they answer, and in no other', async (t) => {
  const from = 'From: Bob Miller <bob@mill.example>';
  const reply = (subject: string, answered: string) => [
    from,
    `Subject: ${subject}`,
    `In-Reply-To: Message from Ann Lee <ann@lake.example> of "Mon, 09 Mar 2026 10:00:00 +0100." ${answered}`,
  ];
  const { row } = await received(t, [
    odd('1@lake', ['From: Ann Lee <ann@lake.example>', 'Subject: Rain'], '\r\nIt rains.\r\n'),
    odd('2@lake', ['From: Ann Lee <ann@lake.example>', 'Subject: Snow'], '\r\nIt snows.\r\n'),
    odd('3@mill', reply('Wet', '<1@lake>'), '\r\nIt does.\r\n'),
    odd('4@mill', reply('White', '<2@lake>'), '\r\nIt does.\r\n'),
    odd('5@mill', [...reply('Else', ''), 'Cc: ann@lake.example'], '\r\nIt does not.\r\n'),
  ]);
  assert.equal(row('3@mill').thread, row('1@lake').thread);
  assert.equal(row('4@mill').thread, row('2@lake').thread);
  assert.equal(new Set(['1@lake', '2@lake', '5@mill'].map((id) => row(id).thread)).size, 3);
});

test('raw bytes in a header are shown in the character set of the body', async (t) => {
  const { row, textOf } = await received(t, [
    odd(
      '1@mill',
      [
        'From: \xd0\xa1\xcf\xe3 <li@mill.example>',
        'Subject: \xc4\xe3\xba\xc3',
        'Content-Type: text/plain; charset=eucgb2312_cn',
      ],
      '\r\n\xc4\xe3\xba\xc3\r\n',
    ),
    odd(
      '2@mill',
      ['From: =?iso-8859-1?Q?J\xf6rg?=<j@mill.example>', 'Subject: =?iso-8859-1?Q?Fr\xf6sche?='],
      '\r\nx\r\n',
    ),
  ]);
  assert.deepEqual([row('1@mill').subject, row('1@mill').from_name], ['你好', '小香']);
  assert.equal((await textOf('1@mill'))?.trim(), '你好');
  assert.deepEqual([row('2@mill').subject, row('2@mill').from_name], ['Frösche', 'Jörg']);
});

test('the text of a message is shown whatever was added to it or is wrong around it', async (t) => {
  const from = 'From: ada@mill.example';
  const encoded = Buffer.from('Grüße aus der Mühle.\n').toString('base64');
  const utf8 = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64'];
  const { textOf } = await received(t, [
    odd('1@mill', [from, 'Subject: a', ...utf8], `\r\n${encoded}\r\n-- \r\nMillers mailing list\r\n`),
    odd('2@mill', [from, 'Subject: b', 'Content-Type: text/plain'], ' \r\nFirst words.\r\n\r\nMore words.\r\n'),
    odd('3@mill', [from, 'Subject: c', 'Content-Disposition: infile'], '\r\nThe only text.\r\n'),
  ]);
  assert.equal(await textOf('1@mill'), 'Grüße aus der Mühle.\n\n-- \nMillers mailing list\n');
  assert.equal((await textOf('2@mill'))?.trim(), 'First words.\n\nMore words.');
  assert.equal((await textOf('3@mill'))?.trim(), 'The only text.');
});
