import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';

async function firstMessage(daemon: TestDaemon): Promise<string> {
  const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages' });
  return mailbox.groups[0]?.rows[0]?.id ?? '';
}

async function daemonWith(t: Parameters<typeof testDaemon>[0], bytes: Buffer) {
  const daemon = await testDaemon(t, { prepare: (servers) => servers.get('ada')?.control.deliver(bytes) });
  await daemon.synced();
  return { daemon, message_id: await firstMessage(daemon) };
}

test('headers are those of the received bytes, in order, with duplicates, unfolded (checklist 114)', async (t) => {
  const { daemon, message_id } = await daemonWith(
    t,
    Buffer.from(
      'Received: from b by c;\r\n\tTue, 10 Mar 2026\r\nReceived: from a by b\r\nX-Odd:no space\r\nfrom: e@example.test\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\n\r\nbody: not a header\r\n',
    ),
  );
  const { headers } = await daemon.ask('messages.headers', { message_id });
  assert.deepEqual(headers, [
    ['Received', 'from b by c;\tTue, 10 Mar 2026'],
    ['Received', 'from a by b'],
    ['X-Odd', 'no space'],
    ['from', 'e@example.test'],
    ['Subject', '=?utf-8?q?Gr=C3=BC=C3=9Fe?='],
  ]);
});

const hostile = `<html><head><title>Not for reading</title><style>p { color: green }</style><style>@import url(https://evil.example/x.css)</style></head>
<body onload="steal()"><script>steal()</script><p style="color:red; background: url(https://evil.example/bg.png)">Hello</p>
<img src="https://track.example/pixel.gif" width="1" height="1"><img src="https://shop.example/a.png" alt="A coat" onerror="steal()">
<img src="cid:logo"><a href="javascript:steal()">one</a><a href="https://shop.example/">two</a>
<iframe src="https://evil.example"></iframe><form action="https://evil.example"><input name="password"></form>
<svg><script>steal()</script></svg><object data="x"></object><meta http-equiv="refresh" content="0;url=https://evil.example"></body></html>`;

test('HTML is sanitized: nothing executes, nothing loads by itself, and blocked content is counted', async (t) => {
  const bytes = mail({
    from: 'Shop <shop@example.test>',
    subject: 'Sale',
    text: hostile,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  });
  const { daemon, message_id } = await daemonWith(t, bytes);
  const { body } = await daemon.ask('messages.body', { message_id });
  const html = body.text_html ?? '';
  assert.doesNotMatch(
    html,
    /script|steal|onerror|onload|javascript:|iframe|<form|<input|<svg|<object|<meta|@import|evil\.example/i,
  );
  assert.doesNotMatch(html, /\ssrc="http|Not for reading/i);
  assert.match(html, /data-remote-src="https:\/\/shop\.example\/a\.png"/);
  assert.doesNotMatch(html, /cid:/, 'a missing embedded image leaves nothing behind');
  assert.match(
    html,
    /<a href="https:\/\/shop\.example\/"[^>]* target="_blank" rel="noopener noreferrer nofollow">two<\/a>/,
  );
  assert.deepEqual(
    body.remote_image_urls.map(({ url, tracker }) => [url, tracker]),
    [
      ['https://evil.example/bg.png', false],
      ['https://track.example/pixel.gif', true],
      ['https://shop.example/a.png', false],
    ],
  );
  assert.deepEqual([body.remote_images, body.tracking_images, body.preferred], [3, 1, 'html']);
  assert.match(body.text_plain ?? '', /Hello/);
  assert.equal(body.metadata.text_plain_source, 'derived_from_html');
});

test('embedded images appear in the HTML, found by Content-ID in any spelling', async (t) => {
  const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  const bytes = mail({
    from: 'eve@example.test',
    subject: 'A coat',
    text: [
      '--b\r\nContent-Type: text/html\r\n\r\n<p>Look:</p><img src="cid:Coat%20one@x" alt="coat"><img src="cid:none@x" alt="gone">',
      `--b\r\nContent-Type: application/octet-stream; name=coat.png\r\nContent-ID: <coat one@x>\r\nContent-Disposition: inline\r\nContent-Transfer-Encoding: base64\r\n\r\n${picture}`,
      '--b--',
    ].join('\r\n'),
    headers: { 'Content-Type': 'multipart/related; boundary=b' },
  });
  const { daemon, message_id } = await daemonWith(t, bytes);
  const { body } = await daemon.ask('messages.body', { message_id });
  assert.ok(body.text_html?.includes(`src="data:image/png;base64,${picture}"`), body.text_html ?? '');
  assert.doesNotMatch(body.text_html ?? '', /cid:/);
  assert.equal(body.remote_images, 0);
});

test('a text is returned with its quotes and its signature marked', async (t) => {
  const text = 'Ten it is.\n\nOn Monday Eve wrote:\n> At ten?\n\n-- \nFinn';
  const { daemon, message_id } = await daemonWith(t, mail({ from: 'finn@example.test', subject: 'Boat', text }));
  const { body } = await daemon.ask('messages.body', { message_id });
  const blocks = body.text_blocks.map(({ kind, start, end }) => [kind, body.text_plain?.slice(start, end).trim()]);
  assert.deepEqual(blocks, [
    ['own', 'Ten it is.'],
    ['attribution', 'On Monday Eve wrote:'],
    ['quote', '> At ten?'],
    ['signature', '--\xa0\nFinn'.replace('\xa0', ' ')],
  ]);
});

test('a signature without a separator is found below the name of the sender', async (t) => {
  const text = 'Ten it is.\n\nFinn\nHarbour Master\nfinn@harbour.example\n\nSent from my Galaxy';
  const from = 'Finn Olsen <finn@harbour.example>';
  const { daemon, message_id } = await daemonWith(t, mail({ from, subject: 'Boat', text }));
  const { body } = await daemon.ask('messages.body', { message_id });
  const blocks = body.text_blocks.map(({ kind, start, end }) => [kind, body.text_plain?.slice(start, end).trim()]);
  assert.deepEqual(blocks, [
    ['own', 'Ten it is.\n\nFinn'],
    ['signature', 'Harbour Master\nfinn@harbour.example\n\nSent from my Galaxy'],
  ]);
});

test('a bounce names its original message and the delivery result', async (t) => {
  const bytes = mail({
    from: 'Mail Delivery System <mailer-daemon@example.test>',
    subject: 'Undelivered Mail Returned to Sender',
    text: [
      '--b\r\nContent-Type: text/plain\r\n\r\nYour letter could not be delivered.',
      '--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.test\r\n\r\nFinal-Recipient: rfc822; bob@example.test\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 no such user',
      '--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <sent@x>\r\nSubject: Hello',
      '--b--',
    ].join('\r\n'),
    headers: { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b' },
  });
  const { daemon, message_id } = await daemonWith(t, bytes);
  const { body } = await daemon.ask('messages.body', { message_id });
  assert.deepEqual(body.metadata.report, {
    kind: 'delivery',
    about: 'sent@x',
    recipients: [{ email: 'bob@example.test', outcome: 'failed', status: '5.1.1', diagnostic: '550 no such user' }],
  });
});

test('HTML that only repeats the text does not hide it', async (t) => {
  const bytes = mail({
    from: 'eve@example.test',
    subject: 'Two ways',
    text: '--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nHello Ada\r\n--b\r\nContent-Type: text/html\r\n\r\n<div>Hello <b>Ada</b></div>\r\n--b--',
    headers: { 'Content-Type': 'multipart/alternative; boundary=b' },
  });
  const { daemon, message_id } = await daemonWith(t, bytes);
  const { body } = await daemon.ask('messages.body', { message_id });
  assert.deepEqual(
    [body.text_plain?.trim(), body.preferred, body.metadata.text_plain_source],
    ['Hello Ada', 'text', 'exact'],
  );
});

test('attachments are listed with name, type and size, whatever their names contain', async (t) => {
  const bytes = mail({
    from: 'eve@example.test',
    subject: 'Files',
    text: `--b\r\nContent-Type: text/plain\r\n\r\nsee below\r\n--b\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename="C:\\\\Users\\\\Eve\\\\list.csv"\r\nContent-Transfer-Encoding: base64\r\n\r\nYSxi\r\n--b\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename=".."\r\nContent-Transfer-Encoding: base64\r\n\r\nYQ==\r\n--b\r\nContent-Type: application/pdf; name="../../etc/passwd"\r\nContent-Disposition: attachment; filename="../../etc/passwd"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from('hello').toString('base64')}\r\n--b--`,
    headers: { 'Content-Type': 'multipart/mixed; boundary=b' },
  });
  const { daemon, message_id } = await daemonWith(t, bytes);
  const { body } = await daemon.ask('messages.body', { message_id });
  assert.deepEqual(
    body.attachments.map(({ filename, mime_type, size_bytes, disposition }) => [
      filename,
      mime_type,
      size_bytes,
      disposition,
    ]),
    [
      ['list.csv', 'text/csv', 3, 'attachment'],
      ['unnamed', 'text/csv', 1, 'attachment'],
      ['passwd', 'application/pdf', 5, 'attachment'],
    ],
  );
});

test('an unparsable message is stored and shown as far as possible', async (t) => {
  const deep = Array.from(
    { length: 300 },
    (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`,
  ).join('');
  const { daemon, message_id } = await daemonWith(
    t,
    Buffer.from(`From: e@example.test\r\nSubject: Deep\r\n${deep}\r\nend`),
  );
  const { headers } = await daemon.ask('messages.headers', { message_id });
  assert.deepEqual(headers[1], ['Subject', 'Deep']);
  assert.equal((await daemon.ask('messages.body', { message_id })).body.message_id, message_id);
});

test('an unknown message is not found', async (t) => {
  const daemon = await testDaemon(t);
  await assert.rejects(daemon.ask('messages.body', { message_id: 'no' }), { kind: 'missing' });
  await assert.rejects(daemon.ask('messages.headers', { message_id: '00000000-0000-0000-0000-000000000000' }), {
    kind: 'missing',
  });
});
