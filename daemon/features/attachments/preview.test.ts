import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { buffer } from 'node:stream/consumers';
import type { AttachmentMeta } from '../../contract/body.ts';
import { isFileContent } from '../../contract/define.ts';
import { testDaemon, type TestDaemon } from '../../test-daemon.ts';
import type { AttachmentPreview, PreviewForm } from './preview-schemas.ts';

type File = { name: string; type: string; body: string | Buffer };

const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64').replaceAll(/.{76}/g, '$&\r\n');

function buildMessage(subject: string, files: readonly File[]): string {
  const parts = files.flatMap(({ name, type, body }) => [
    '--b',
    `Content-Type: ${type}; name="${name}"`,
    'Content-Disposition: attachment',
    ...(type === 'message/rfc822' ? ['', String(body)] : ['Content-Transfer-Encoding: base64', '', base64(body)]),
  ]);
  return [
    'From: Bob <bob@example.test>',
    'To: ada@example.test',
    `Subject: ${subject}`,
    `Message-ID: <${subject.replaceAll(' ', '-')}@x>`,
    'Date: Tue, 10 Mar 2026 07:00:00 +0000',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    '',
    'See below.',
    ...parts,
    '--b--',
    '',
  ].join('\r\n');
}

const inner = buildMessage('the inner one', [
  { name: 'minutes.txt', type: 'text/plain; charset=iso-8859-7', body: Buffer.from([0xe1, 0xe2, 0xe3]) },
])
  .replaceAll('--b', '--c')
  .replace('boundary="b"', 'boundary="c"');

const calendar = `BEGIN:VCALENDAR
VERSION:2.0
BEGIN:VEVENT
UID:a
SUMMARY:Regatta
DTSTART:20260401T100000Z
DTEND:20260401T120000Z
LOCATION:Harbour
ATTENDEE;CN=Finn:mailto:finn@harbour.test
END:VEVENT
BEGIN:VEVENT
UID:b
SUMMARY:Supper
DTSTART;VALUE=DATE:20260402
END:VEVENT
END:VCALENDAR`;

const cards = `BEGIN:VCARD
VERSION:3.0
N:Baker;Finn;;Dr;
ORG:Harbour Office;Boats
item1.EMAIL;TYPE=INTERNET,WORK:finn@harbour.test
TEL;TYPE=cell:+49 30 1234
ADR;TYPE=home:;;Harbour 3;Kiel;;24103;Germany
NOTE:Prefers\\, as a
  rule\\, the telephone.
PHOTO;ENCODING=b:${'A'.repeat(20_000)}
END:VCARD
BEGIN:VCARD
VERSION:2.1
FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=BCrgen =
Wei=C3=9F
TEL;HOME:1
a line that is none
END:VCARD`;

const files: File[] = [
  { name: 'old.txt', type: 'text/plain; charset=windows-1251', body: Buffer.from([0xcf, 0xf0, 0xe8]) },
  { name: 'wide.txt', type: 'text/plain', body: Buffer.from('\uFEFFä wide', 'utf16le') },
  { name: 'long.txt', type: 'text/plain', body: 'ä'.repeat(300_000) },
  { name: 'odd.txt', type: 'text/plain', body: `a${'ä'.repeat(300_000)}` },
  { name: 'a.csv', type: 'text/csv', body: 'Name;Sum\r\n"Bell; A";"1\n2"\r\nFinn\r\n' },
  { name: 'long.csv', type: 'text/csv', body: `a,b\n${'1,"x\n'.repeat(200_000)}` },
  {
    name: 'notes.md',
    type: 'text/markdown',
    body: '# Notes\n\n*one*\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1))',
  },
  { name: 'dates.ics', type: 'text/calendar', body: calendar },
  { name: 'people.vcf', type: 'text/vcard', body: cards },
  { name: 'inner.eml', type: 'message/rfc822', body: inner },
  { name: 'not.eml', type: 'application/octet-stream', body: Buffer.alloc(1000, 7) },
];

let daemon: TestDaemon;
let attachments: AttachmentMeta[];
const endings: (() => unknown)[] = [];

before(async () => {
  const whole = { after: (end?: unknown) => void (typeof end === 'function' && endings.unshift(() => end())) };
  daemon = await testDaemon(whole, {
    prepare: (servers) => servers.get('ada')!.control.deliver(Buffer.from(buildMessage('many', files))),
  });
  await daemon.synced();
  const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages', lens_kind: 'all_mail' });
  const row = mailbox.groups.flatMap(({ rows }) => rows).find(({ subject }) => subject === 'many');
  attachments = (await daemon.ask('messages.body', { message_id: row?.id })).body.attachments;
});
after(async () => {
  for (const end of endings) await end();
});

function attachmentNamed(filename: string) {
  const found = attachments.find((each) => each.filename === filename);
  assert.ok(found, filename);
  return { message_id: found.message_id, attachment_id: found.id };
}

async function preview<F extends PreviewForm>(filename: string, form: F, more: object = {}) {
  const { preview: found } = await daemon.ask('attachments.preview', { ...attachmentNamed(filename), form, ...more });
  assert.equal(found.form, form);
  return found as Extract<AttachmentPreview, { form: F }>;
}

test('a text is decoded in the character set of its part or its byte order mark, and a long text is cut', async () => {
  assert.deepEqual(await preview('old.txt', 'text'), {
    form: 'text',
    text: 'При',
    charset: 'windows-1251',
    is_cut: false,
  });
  assert.equal((await preview('wide.txt', 'text')).text, 'ä wide');
  const { text, is_cut } = await preview('long.txt', 'text');
  assert.deepEqual([text === 'ä'.repeat(250_000), is_cut], [true, true]);
  assert.ok((await preview('odd.txt', 'text')).text.endsWith('ää'), 'an incomplete character is left out');
});

test('a table is read with quotes, with any delimiter, and with an unclosed quote', async () => {
  assert.deepEqual(await preview('a.csv', 'table'), {
    form: 'table',
    head: ['Name', 'Sum'],
    rows: [
      ['Bell; A', '1\n2'],
      ['Finn', ''],
    ],
    columns: 2,
    is_cut: false,
  });
  const long = await preview('long.csv', 'table');
  assert.deepEqual([long.head, long.rows.length, long.is_cut], [['a', 'b'], 500, true]);
  assert.deepEqual((await preview('not.eml', 'table')).columns, 1);
});

test('Markdown becomes text with headings, and nothing in it executes', async () => {
  const { html } = await preview('notes.md', 'markdown');
  assert.match(html, /<h1>Notes<\/h1>/);
  assert.match(html, /<em>one<\/em>/);
  assert.doesNotMatch(html, /<script|href="javascript/);
});

test('a calendar yields its events, and a contact file its contacts, also from old phones', async () => {
  const { events } = await preview('dates.ics', 'calendar');
  assert.deepEqual(
    events.map(({ summary, starts_local, all_day, location }) => ({ summary, starts_local, all_day, location })),
    [
      { summary: 'Regatta', starts_local: '2026-04-01T10:00:00', all_day: false, location: 'Harbour' },
      { summary: 'Supper', starts_local: '2026-04-02', all_day: true, location: null },
    ],
  );
  const emptyContact = {
    nickname: null,
    organization: null,
    title: null,
    emails: [],
    addresses: [],
    urls: [],
    birthday: null,
  };
  assert.deepEqual((await preview('people.vcf', 'contacts')).contacts, [
    {
      ...emptyContact,
      name: 'Dr Finn Baker',
      organization: 'Harbour Office, Boats',
      emails: [{ value: 'finn@harbour.test', label: 'work' }],
      phones: [{ value: '+49 30 1234', label: 'cell' }],
      addresses: [{ value: 'Harbour 3\nKiel\n24103\nGermany', label: 'home' }],
      note: 'Prefers, as a rule, the telephone.',
    },
    { ...emptyContact, name: 'Jürgen Weiß', phones: [{ value: '1', label: 'home' }], note: null },
  ]);
});

test('an attached message is shown with its addresses, text and files, which can be previewed and saved', async () => {
  const message = await preview('inner.eml', 'message');
  assert.deepEqual(
    [message.subject, message.from.email, message.date, message.text.trim(), message.is_cut],
    ['the inner one', 'bob@example.test', '2026-03-10T07:00:00.000Z', 'See below.', false],
  );
  assert.deepEqual(
    message.attachments.map(({ place, filename, size_bytes }) => [place, filename, size_bytes]),
    [[0, 'minutes.txt', 3]],
  );
  assert.equal((await preview('inner.eml', 'text', { inside: [0] })).text, 'αβγ');
  const file = await daemon.ask('attachments.download', { ...attachmentNamed('inner.eml'), inside: [0] });
  assert.ok(isFileContent(file));
  assert.deepEqual(
    [file.name, file.type, file.size, [...(await buffer(file.stream))]],
    ['minutes.txt', 'text/plain', 3, [0xe1, 0xe2, 0xe3]],
  );
});

test('an attachment that is not a message has no nested parts, and an invalid position is refused', async () => {
  assert.deepEqual((await preview('not.eml', 'message')).attachments, []);
  for (const inside of [[1], [0, 0]])
    await assert.rejects(preview('inner.eml', 'text', { inside }), { code: 'attachment_not_found' });
});
