import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';

const passed = (domain: string) =>
  checked(`spf=pass smtp.mailfrom=${domain}; dkim=pass header.d=${domain}; dmarc=pass header.from=${domain}`);
const checked = (results: string) => ({
  'Authentication-Results': `mx.example.test; ${results}`,
  Received: 'from there by mx.example.test with ESMTP; Tue, 10 Mar 2026 07:00:00 +0000',
});

async function trustOf(daemon: TestDaemon, subject: string) {
  const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages', lens_kind: 'all_mail' });
  const row = mailbox.groups.flatMap(({ rows }) => rows).find((each) => each.subject === subject);
  assert.ok(row, `no message "${subject}"`);
  return (await daemon.ask('messages.trust', { message_id: row.id })).trust;
}

const messages = [
  mail({
    from: 'Ada <ada@example.test>',
    subject: 'To Finn',
    text: 'Hello',
    minutesAgo: 200,
    headers: { To: 'Finn Baker <finn@harbour.test>' },
  }),
  mail({ from: 'Finn Baker <finn@harbour.test>', subject: 'Known', text: 'Hi', headers: passed('harbour.test') }),
  mail({
    from: 'Finn Baker <finn@harbour.test>',
    subject: 'Forged',
    text: 'Pay this',
    headers: checked('dmarc=fail (p=NONE) header.from=harbour.test'),
  }),
  mail({ from: 'Museum <news@museum.test>', subject: 'Proven', text: 'Open', headers: passed('museum.test') }),
  mail({ from: 'Someone <one@plain.test>', subject: 'Silent', text: 'Hi' }),
  mail({
    from: 'Finn Baker <finn@harb0ur.test>',
    subject: 'Alike',
    text: 'Hi',
    headers: { ...passed('harb0ur.test'), 'Reply-To': 'finn@gmail.com' },
  }),
  mail({
    from: '"finn@harbour.test" <x@odd.test>',
    subject: 'Named',
    text: '<p>See <a href="https://steal.test/a">https://bank.test/login</a></p>',
    headers: { 'Content-Type': 'text/html', ...checked('spf=softfail smtp.mailfrom=odd.test') },
  }),
  mail({
    from: 'Ada <ada@example.test>',
    subject: 'Not mine',
    text: 'I have your camera',
    headers: checked('spf=fail smtp.mailfrom=odd.test; dmarc=fail (p=NONE) header.from=example.test'),
  }),
];

test('trust signals for and against a sender are reported, from the user’s server, from earlier mail and from the content', async (t) => {
  const daemon = await testDaemon(t, {
    prepare: (servers) => messages.forEach((bytes) => servers.get('ada')?.control.deliver(bytes)),
  });
  await daemon.synced();
  const reported: Record<string, unknown> = {};
  for (const subject of ['Known', 'Forged', 'Proven', 'Silent', 'Alike', 'Named', 'To Finn', 'Not mine']) {
    const { verdict, reasons } = await trustOf(daemon, subject);
    reported[subject] = [
      verdict,
      ...reasons.map(({ code, severity, detail, other }) => [code, severity, detail, other]),
    ];
  }
  assert.deepEqual(reported, {
    Known: ['known', ['corresponded', 'good', '1', null], ['proven', 'good', 'harbour.test', null]],
    Forged: ['suspicious', ['not_genuine', 'warning', 'harbour.test', null], ['corresponded', 'good', '1', null]],
    Proven: ['ok', ['first_contact', 'note', null, null], ['proven', 'good', 'museum.test', null]],
    Silent: ['unverified', ['first_contact', 'note', null, null], ['not_checked', 'note', null, null]],
    Alike: [
      'suspicious',
      ['lookalike_domain', 'warning', 'harb0ur.test', 'harbour.test'],
      ['reply_elsewhere', 'warning', 'finn@gmail.com', null],
      ['first_contact', 'note', null, null],
      ['name_of_contact', 'note', 'finn@harbour.test', null],
      ['proven', 'good', 'harb0ur.test', null],
    ],
    Named: [
      'suspicious',
      ['name_is_address', 'warning', 'finn@harbour.test', null],
      ['misleading_link', 'warning', 'https://bank.test/login', 'steal.test'],
      ['first_contact', 'note', null, null],
      ['not_proven', 'note', 'odd.test', null],
    ],
    'To Finn': ['known'],
    'Not mine': ['suspicious', ['not_from_you', 'warning', 'ada@example.test', null]],
  });
  const { checked_by, checks, sender } = await trustOf(daemon, 'Known');
  assert.deepEqual(
    [checked_by, checks, sender],
    [
      'mx.example.test',
      [
        { method: 'spf', result: 'pass', domain: 'harbour.test' },
        { method: 'dkim', result: 'pass', domain: 'harbour.test' },
        { method: 'dmarc', result: 'pass', domain: 'harbour.test' },
      ],
      { email: 'finn@harbour.test', domain: 'harbour.test', ascii_domain: 'harbour.test' },
    ],
  );
});

test('if nearly all mail has the server’s authentication results, a message without them is not trusted as known', async (t) => {
  const delivered = Array.from({ length: 8 }, (_, at) =>
    mail({
      from: `a@s${at}.test`,
      subject: `Letter ${at}`,
      text: 'Hi',
      minutesAgo: 90 + at,
      headers: passed(`s${at}.test`),
    }),
  );
  const daemon = await testDaemon(t, {
    prepare(servers) {
      for (const bytes of [...delivered, ...messages.slice(0, 1)]) servers.get('ada')?.control.deliver(bytes);
      servers.get('ada')?.control.deliver(mail({ from: 'finn@harbour.test', subject: 'Bare', text: 'Hi' }));
    },
  });
  await daemon.synced();
  const { verdict, reasons } = await trustOf(daemon, 'Bare');
  assert.deepEqual([verdict, reasons.map(({ code }) => code)], ['unverified', ['not_checked', 'corresponded']]);
});

test('a message’s source is returned byte for byte, for any bytes', async (t) => {
  const odd = Buffer.concat([
    Buffer.from('From: e@example.test\r\nSubject: Odd\r\n\r\n'),
    Buffer.from([0x80, 0xff, 13, 10]),
  ]);
  const daemon = await testDaemon(t, {
    prepare(servers) {
      servers.get('ada')?.control.deliver(odd);
      servers.get('ada')?.control.deliver(mail({ from: 'e@example.test', subject: 'Plain', text: 'Grüße' }));
    },
  });
  await daemon.synced();
  const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages', lens_kind: 'all_mail' });
  const sources = new Map<string, unknown>();
  for (const { id, subject } of mailbox.groups.flatMap(({ rows }) => rows)) {
    const { source, encoding, size_bytes, is_cut, is_complete } = await daemon.ask('messages.source', {
      message_id: id,
    });
    assert.equal(Buffer.from(source, encoding).length, size_bytes);
    sources.set(subject, [encoding, is_cut, is_complete]);
    if (subject === 'Odd') assert.deepEqual(Buffer.from(source, encoding), odd);
  }
  assert.deepEqual(Object.fromEntries(sources), { Odd: ['latin1', false, true], Plain: ['utf8', false, true] });
  await assert.rejects(daemon.ask('messages.source', { message_id: '00000000-0000-0000-0000-000000000000' }), {
    kind: 'missing',
  });
  await assert.rejects(daemon.ask('messages.trust', { message_id: '00000000-0000-0000-0000-000000000000' }), {
    kind: 'missing',
  });
});
