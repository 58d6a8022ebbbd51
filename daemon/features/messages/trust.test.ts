import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../handler-types.ts';
import { ada, bob, mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';
import { until } from '../../test-until.ts';

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
    Forged: ['suspicious', ['not_genuine', 'warning', 'harbour.test', null], ['corresponded', 'note', '1', null]],
    Proven: ['ok', ['first_contact', 'note', null, null], ['proven', 'good', 'museum.test', null]],
    Silent: ['unverified', ['first_contact', 'note', null, null], ['not_checked', 'note', 'plain.test', null]],
    Alike: [
      'suspicious',
      ['lookalike_domain', 'warning', 'harb0ur.test', 'harbour.test'],
      ['name_of_contact', 'warning', 'finn@harbour.test', null],
      ['reply_elsewhere', 'warning', 'finn@gmail.com', null],
      ['first_contact', 'note', null, null],
      ['proven', 'good', 'harb0ur.test', null],
    ],
    Named: [
      'suspicious',
      ['name_is_address', 'warning', 'finn@harbour.test', null],
      ['misleading_link', 'warning', 'https://bank.test/login', 'steal.test'],
      ['first_contact', 'note', null, null],
      ['not_proven', 'note', 'odd.test', null],
    ],
    'To Finn': ['unverified', ['not_checked', 'note', 'example.test', null]],
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

async function markedSubjects(
  daemon: TestDaemon,
  { view = 'messages', caller }: { view?: 'messages' | 'threads'; caller?: Caller } = {},
) {
  const { mailbox } = await daemon.ask('mailbox.list', { view, lens_kind: 'all_mail' }, caller);
  const rows = mailbox.groups.flatMap(({ rows: each }) => each);
  return rows.filter(({ suspicious }) => suspicious).map(({ subject }) => subject);
}

async function untilMarked(daemon: TestDaemon, subjects: string[]) {
  await until(`${subjects.join(', ')} are marked`, async () => {
    const marked = await markedSubjects(daemon);
    return marked.toSorted().join() === subjects.toSorted().join();
  });
}

test('lists mark the messages that the reader warns about, until the user has written to the sender', async (t) => {
  const another = mail({
    from: 'Finn Baker <finn@harb0ur.test>',
    subject: 'Another address',
    text: 'Hi',
    headers: passed('harb0ur.test'),
  });
  const daemon = await testDaemon(t, {
    prepare: (servers) => [...messages, another].forEach((bytes) => servers.get('ada')?.control.deliver(bytes)),
  });
  await daemon.synced();
  await untilMarked(daemon, ['Forged', 'Alike', 'Named', 'Not mine', 'Another address']);
  assert.equal((await markedSubjects(daemon, { view: 'threads' })).length, 5);
  const { groups } = await daemon.ask('search.find', { q: 'subject:Alike', scope: 'messages' });
  assert.deepEqual(
    groups.flatMap(({ rows }) => rows.map(({ suspicious }) => suspicious)),
    [true],
  );
  daemon.server('ada').control.deliver(
    mail({
      from: 'Ada <ada@example.test>',
      subject: 'A question',
      text: 'Is it you?',
      headers: { To: 'finn@harb0ur.test' },
    }),
  );
  await daemon.resync();
  assert.equal((await trustOf(daemon, 'Another address')).verdict, 'known');
  await untilMarked(daemon, ['Forged', 'Named', 'Not mine']);
});

test('a caller who may not see an account does not learn from marks whom it knows', async (t) => {
  const daemon = await testDaemon(t, {
    accounts: [ada, bob],
    prepare(servers) {
      for (const bytes of messages) servers.get('ada')?.control.deliver(bytes);
      const headers = { To: 'bob@example.test', ...passed('elsewhere.test') };
      servers
        .get('bob')
        ?.control.deliver(mail({ from: 'Finn Baker <me@elsewhere.test>', subject: 'To Bob', text: 'Hi', headers }));
    },
  });
  await daemon.synced();
  await untilMarked(daemon, ['Forged', 'Alike', 'Named', 'Not mine', 'To Bob']);
  const { accounts } = await daemon.ask('accounts.list');
  const only = accounts.filter(({ email }) => email === bob.email).map(({ account_id }) => account_id);
  assert.deepEqual(await markedSubjects(daemon, { caller: { origin: 'script', only } }), []);
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
  assert.deepEqual([verdict, reasons.map(({ code }) => code)], ['unverified', ['corresponded', 'not_checked']]);
});

const html = { 'Content-Type': 'text/html' };
const linkTo = (host: string, text: string) => `<p>See <a href="https://${host}/a">https://${text}/login</a></p>`;

test('without proof, nothing in a message or in earlier messages calms a warning or makes a sender known', async (t) => {
  const forged = (
    subject: string,
    fields: { text?: string; headers?: Record<string, string>; minutesAgo?: number } = {},
  ) => mail({ from: 'My Bank <service@mybank.test>', subject, text: 'Pay', ...fields });
  const sources = [
    ...[40, 39, 38].map((minutesAgo) => forged(`Early ${minutesAgo}`, { minutesAgo })),
    forged('Fourth', { minutesAgo: 30 }),
    forged('Link to From', { minutesAgo: 29, text: linkTo('mybank.test', 'other.test'), headers: html }),
    forged('Text of From', { minutesAgo: 28, text: linkTo('steal.test', 'mybank.test'), headers: html }),
    forged('List', {
      minutesAgo: 27,
      text: linkTo('steal.test', 'other.test'),
      headers: { ...html, 'List-Id': '<news.mybank.test>' },
    }),
    forged('Reply', { minutesAgo: 26, headers: { 'Reply-To': 'service.mybank@gmail.com' } }),
    mail({
      from: '"service@mybank.test via Help" <x@odd.test>',
      subject: 'Via',
      text: 'Hi',
      headers: { 'List-Id': '<help.odd.test>', ...passed('odd.test') },
    }),
    mail({ from: 'Ada <ada@example.test>', subject: 'Myself', text: 'I have your camera' }),
  ];
  const daemon = await testDaemon(t, {
    prepare: (servers) => sources.forEach((bytes) => servers.get('ada')?.control.deliver(bytes)),
  });
  await daemon.synced();
  const reported: Record<string, unknown> = {};
  for (const subject of ['Fourth', 'Link to From', 'Text of From', 'List', 'Reply', 'Via', 'Myself']) {
    const { verdict, reasons } = await trustOf(daemon, subject);
    const warnings = reasons.filter(({ severity }) => severity === 'warning').map(({ code }) => code);
    reported[subject] = [verdict, warnings, reasons.filter(({ severity }) => severity === 'good').length];
  }
  assert.deepEqual(reported, {
    Fourth: ['unverified', [], 0],
    'Link to From': ['suspicious', ['misleading_link'], 0],
    'Text of From': ['suspicious', ['misleading_link'], 0],
    List: ['suspicious', ['misleading_link'], 0],
    Reply: ['suspicious', ['reply_elsewhere'], 0],
    Via: ['suspicious', ['name_is_address'], 1],
    Myself: ['unverified', [], 0],
  });
});

test('a sender is known by proven messages, not by forged ones before them', async (t) => {
  const sources = [
    ...[50, 49, 48].map((minutesAgo) => mail({ from: 'a@museum.test', subject: 'Forged', text: 'Hi', minutesAgo })),
    ...[47, 46, 45].map((minutesAgo) =>
      mail({
        from: 'a@museum.test',
        subject: `Proven ${minutesAgo}`,
        text: 'Hi',
        minutesAgo,
        headers: passed('museum.test'),
      }),
    ),
    mail({ from: 'a@museum.test', subject: 'Last', text: 'Hi', minutesAgo: 44, headers: passed('museum.test') }),
  ];
  const daemon = await testDaemon(t, {
    prepare: (servers) => sources.forEach((bytes) => servers.get('ada')?.control.deliver(bytes)),
  });
  await daemon.synced();
  const verdicts = [];
  for (const subject of ['Proven 47', 'Proven 46', 'Proven 45', 'Last'])
    verdicts.push((await trustOf(daemon, subject)).verdict);
  assert.deepEqual(verdicts, ['ok', 'ok', 'ok', 'known']);
});

test('a list that the user writes to explains why its mail fails, and any other list does not', async (t) => {
  const listed = (subject: string, list: string, signer: string) =>
    mail({
      from: 'Finn Baker <finn@harbour.test>',
      subject,
      text: 'Hi',
      headers: {
        'List-Id': `Talk <talk.${list}>`,
        ...checked(`dkim=pass header.d=${signer}; dmarc=fail (p=REJECT) header.from=harbour.test`),
      },
    });
  const sources = [
    mail({
      from: 'Ada <ada@example.test>',
      subject: 'To list',
      text: 'Hi',
      minutesAgo: 90,
      headers: { To: 'talk@lists.test' },
    }),
    listed('Mine', 'lists.test', 'lists.test'),
    listed('Forged list', 'lists.test', 'odd.test'),
    listed('Other list', 'odd.test', 'odd.test'),
  ];
  const daemon = await testDaemon(t, {
    prepare: (servers) => sources.forEach((bytes) => servers.get('ada')?.control.deliver(bytes)),
  });
  await daemon.synced();
  const reported = [];
  for (const subject of ['Mine', 'Forged list', 'Other list']) {
    const { verdict, reasons } = await trustOf(daemon, subject);
    reported.push([verdict, reasons.some(({ code }) => code === 'not_genuine')]);
  }
  assert.deepEqual(reported, [
    ['unverified', false],
    ['suspicious', true],
    ['suspicious', true],
  ]);
});

test('a forwarder that the user has named may confirm a sender, and nobody else may', async (t) => {
  const chain = (...sealers: [sealer: string, found: string][]) =>
    sealers.flatMap(([sealer, found], at) => [
      `ARC-Seal: i=${at + 1}; a=rsa-sha256; cv=${at ? 'pass' : 'none'}; d=${sealer}; s=x; b=YQ==\r\n`,
      `ARC-Message-Signature: i=${at + 1}; a=rsa-sha256; d=${sealer}; s=x; h=from; bh=YQ==; b=YQ==\r\n`,
      `ARC-Authentication-Results: i=${at + 1}; mx.${sealer}; ${found}\r\n`,
    ]);
  const good = 'dmarc=pass header.from=harbour.test';
  const bad = 'dmarc=fail header.from=harbour.test';
  const sent = (subject: string, lines: readonly string[]) =>
    Buffer.concat([
      Buffer.from(lines.join('')),
      mail({
        from: 'Finn Baker <finn@harbour.test>',
        subject,
        text: 'Hi',
        headers: checked('arc=pass; dmarc=fail (p=REJECT) header.from=harbour.test'),
      }),
    ]);
  const sources = [
    sent('Confirmed', chain(['old.test', good])),
    sent('Confirmed earlier', chain(['mx.old.test', good], ['old.test', bad])),
    sent('Not confirmed', chain(['old.test', bad])),
    sent('Stranger', chain(['odd.test', good])),
    sent('Stranger before', chain(['odd.test', good], ['old.test', bad])),
    sent('Similar name', chain(['evil-old.test', good])),
    sent('Twice', [...chain(['old.test', good]), ...chain(['old.test', bad])]),
  ];
  const daemon = await testDaemon(t, {
    config: '[authentication]\nforwarders = ["old.test"]',
    prepare: (servers) => sources.forEach((bytes) => servers.get('ada')?.control.deliver(bytes)),
  });
  await daemon.synced();
  const verdicts: Record<string, unknown> = {};
  for (const subject of [
    'Confirmed',
    'Confirmed earlier',
    'Not confirmed',
    'Stranger',
    'Stranger before',
    'Similar name',
    'Twice',
  ]) {
    const { verdict, reasons } = await trustOf(daemon, subject);
    verdicts[subject] = [verdict, reasons.find(({ code }) => code === 'proven_by_forwarder')?.other ?? null];
  }
  assert.deepEqual(verdicts, {
    Confirmed: ['ok', 'old.test'],
    'Confirmed earlier': ['ok', 'mx.old.test'],
    'Not confirmed': ['suspicious', null],
    Stranger: ['suspicious', null],
    'Stranger before': ['suspicious', null],
    'Similar name': ['suspicious', null],
    Twice: ['suspicious', null],
  });
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
