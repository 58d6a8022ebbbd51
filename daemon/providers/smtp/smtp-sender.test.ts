import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { certificateMissing } from '../../../testing/servers/certificate.ts';
import { scriptedServer } from '../imap/test-network.ts';
import { ProviderError } from '../provider.ts';
import { createSmtpSender } from './smtp-sender.ts';
import {
  ada,
  submissionOf,
  assertRefused,
  senderFor,
  sendMessage,
  settingsFor,
  sinkFor,
  messageText,
} from './test-sending.ts';

const never = new AbortController().signal;

test('a sent message arrives byte for byte, with only its envelope added', async (context) => {
  const sink = await sinkFor(context);
  const pieces = [
    'Subject: dots\r\n\r\n',
    '.\r\n..a\r\n',
    '.',
    'b\r',
    '\n.c\r\n',
    Buffer.from([0xff, 0, 0x2e, 13, 10]),
    '.',
  ];
  const message = submissionOf(pieces, { to: ['bob@bücher.example', 'carol@example.test'], envelopeId: 'a+b=c d' });
  const outcome = await sendMessage(senderFor(context, settingsFor(sink)), message);
  assert.equal(outcome.state, 'accepted');
  const [arrived, ...others] = sink.messages;
  assert.ok(arrived && others.length === 0);
  assert.deepEqual(arrived.bytes, Buffer.concat([...pieces.map((piece) => Buffer.from(piece)), Buffer.from('\r\n')]));
  assert.deepEqual([arrived.from, ...arrived.to], ['ada@example.test', 'bob@bücher.example', 'carol@example.test']);
  // The sink decodes domains; that SMTPUTF8 was not requested shows that it received A-labels.
  assert.deepEqual(arrived.mailParameters, {
    BODY: '8BITMIME',
    SIZE: String(message.size),
    RET: 'HDRS',
    ENVID: 'a+b=c d',
  });
  assert.deepEqual(arrived.rcptParameters[0], { NOTIFY: 'FAILURE,DELAY' });
  assert.equal(arrived.client, '[127.0.0.1]');
});

test('without sign-in no credentials are sent, though the server offers it (checklist 37)', async (context) => {
  const sink = await sinkFor(context);
  await senderFor(context, settingsFor(sink)).verify(never);
  assert.equal((await sendMessage(senderFor(context, settingsFor(sink)))).state, 'accepted');
  assert.deepEqual(sink.count, { signIns: 0, connections: 2 });
});

test('a password is never sent without encryption', async (context) => {
  const sink = await sinkFor(context);
  const plain = senderFor(context, settingsFor(sink, { authRequired: true }));
  await assertRefused(plain, 'tls', /doesn’t send a password .* unencrypted/);
  assert.equal(sink.count.connections, 0);
  const stripped = senderFor(context, settingsFor(sink, { authRequired: true, useTls: true }));
  await assertRefused(stripped, 'tls', /offers no encryption \(STARTTLS\) at this port/);
  const open = senderFor(context, settingsFor(sink, { useTls: true }));
  await assertRefused(open, 'tls', /offers no encryption/);
  assert.deepEqual([sink.count.signIns, sink.messages.length], [0, 0]);
});

describe('smtp: encryption and sign-in', { skip: certificateMissing() ?? false }, () => {
  for (const tls of ['starttls', 'implicit'] as const)
    test(`${tls}: signs in, sends, and reports why it cannot`, async (context) => {
      const sink = await sinkFor(context, { tls, account: ada });
      const settings = { ...settingsFor(sink), implicitTls: tls === 'implicit' };
      const sender = senderFor(context, settings);
      await sender.verify(never);
      assert.equal((await sendMessage(sender)).state, 'accepted');
      assert.equal(sink.messages[0]?.user, ada.user);

      const guess = senderFor(context, { ...settings, password: 'guess' });
      const refused = await assertRefused(guess, 'auth', /didn’t accept the username and password: Wrong/);
      assert.equal(refused.isTemporary, false);
      await assert.rejects(guess.verify(never), (error) => error instanceof ProviderError && error.reason === 'auth');
      await assertRefused(
        senderFor(context, { ...settings, authRequired: false }),
        'auth',
        /didn’t accept the sign-in/,
      );

      const { ca: _, ...untrusting } = settings;
      await assertRefused(senderFor(context, untrusting), 'tls', /self-signed certificate/);
      const other = { ...settings, implicitTls: tls !== 'implicit' };
      if (tls === 'starttls') await assertRefused(senderFor(context, other), 'tls', /Check the port/);
      // Each of them waits for the other to begin.
      else
        await assertRefused(
          senderFor(context, { ...other, timeouts: { greetingMs: 300 } }),
          'offline',
          /Check the port/,
        );
      assert.equal(sink.messages.length, 1);
    });

  test('a server without any sign-in does not receive the password', async (context) => {
    const sink = await sinkFor(context, { tls: 'starttls', without: ['AUTH'] });
    await assertRefused(senderFor(context, settingsFor(sink)), 'auth', /offers no sign-in at this port/);
  });
});

test('some recipients can be refused and others accepted', async (context) => {
  for (const without of [[], ['PIPELINING' as const]]) {
    const sink = await sinkFor(context, { without });
    const sender = senderFor(context, settingsFor(sink));
    sink.refused.set('nobody@example.test', { code: 550, text: '5.1.1 No such user' });
    sink.refused.set('dora@example.test', { code: 450, text: '4.2.1 Greylisted' });
    const to = ['nobody@example.test', 'bob@example.test', 'dora@example.test'];
    const outcome = await sendMessage(sender, submissionOf([messageText], { to }));
    assert.ok(outcome.state === 'accepted');
    const [unknown, bob, dora] = outcome.recipients;
    const refusal = { code: 550, status: '5.1.1', text: 'No such user' };
    assert.deepEqual(unknown, { email: to[0], state: 'refused', isTemporary: false, reply: refusal });
    assert.deepEqual(bob, { email: to[1], state: 'accepted' });
    assert.ok(dora?.state === 'refused' && dora.isTemporary);
    assert.deepEqual(sink.messages[0]?.to, ['bob@example.test']);

    const none = await assertRefused(
      sender,
      'busy',
      /for any of its/,
      submissionOf([messageText], { to: [to[0]!, to[2]!] }),
    );
    assert.deepEqual([none.isTemporary, none.recipients.length], [true, 2]);
    await assertRefused(
      sender,
      'refused',
      /^There is no mailbox nobody@.* 550 5\.1\.1 No such user$/,
      submissionOf([messageText], { to: [to[0]!] }),
    );
    assert.equal(sink.messages.length, 1);
  }
});

test('a message that the server cannot accept is not started', async (context) => {
  const sink = await sinkFor(context, { size: 150_000, without: ['SMTPUTF8', '8BITMIME', 'DSN'] });
  const sender = senderFor(context, settingsFor(sink));
  const large = submissionOf([messageText], { size: 1_234_567 });
  await assertRefused(sender, 'too_large', /The message has 1\.3 MB, and 127\.0\.0\.1 accepts at most 0\.1 MB/, large);
  const beyond = submissionOf([messageText], { to: ['bob@example.test', 'jürgen@example.test'] });
  await assertRefused(sender, 'no_smtputf8', /non-English letters before the @: jürgen@example\.test/, beyond);
  await assertRefused(
    sender,
    'refused',
    /Invalid recipient/,
    submissionOf([messageText], { to: ['bob@example.test>\r\nRSET'] }),
  );
  assert.equal((await sendMessage(sender)).state, 'accepted');
  assert.deepEqual(Object.keys(sink.messages[0]?.mailParameters ?? {}), ['SIZE']);

  const able = await sinkFor(context);
  assert.equal((await sendMessage(senderFor(context, settingsFor(able)), beyond)).state, 'accepted');
  assert.equal(able.messages[0]?.mailParameters.SMTPUTF8, true);
});

test('the last piece waits until the server has all others, and is not sent after an abort', async (context) => {
  const received = { text: '' };
  const arrived = Promise.withResolvers<void>();
  const server = await scripted(context, (line, answer) => {
    received.text += `${line}\n`;
    if (line === 'all else') arrived.resolve();
    const code = line === 'DATA' ? '354' : '250';
    if (/^(EHLO|MAIL|RCPT|DATA)/.test(line)) answer(`${code} yes`);
  });
  const message = submissionOf(['a: b\r\n\r\n', 'all else\r\n', 'the last\r\n']);
  const outcome = await createSmtpSender(server).send(message, {
    signal: never,
    async beforeFinalBytes() {
      await arrived.promise;
      throw new Error('The note could not be taken.');
    },
  });
  assert.ok(outcome.state === 'refused' && outcome.isTemporary);
  assert.deepEqual([outcome.reason, outcome.message], ['stopped', 'The note could not be taken.']);
  assert.doesNotMatch(received.text, /the last|^\.$|QUIT/m);
});

test('a server with unexpected or invalid replies never counts as having the message', async (context) => {
  const usual: Record<string, string> = {
    EHLO: '250 hello',
    MAIL: '250 yes',
    RCPT: '250 yes',
    DATA: '354 go on',
    '.': '250 taken',
  };
  const cases: [answers: Record<string, string>, outcome: RegExp][] = [
    [{ DATA: '354 go on\r\n250 taken' }, /protocol.*sent an unexpected reply \(taken\)/],
    [{ RCPT: '250 yes\r\n250 yes' }, /protocol/],
    [{ MAIL: 'what?' }, /protocol/],
    [{ '.': 'what?' }, /unknown/],
    [{ '.': '354 go on' }, /unknown/],
    [{ EHLO: '500 what?', HELO: '502 no' }, /protocol|refused/],
    [{ RCPT: '550-5.1.1 There is\r\n550-5.1.1 nobody\r\n550 5.1.1 here' }, /5\.1\.1 There is nobody here/],
    [{ DATA: '451 4.7.1 Come\u001b back later' }, /busy.*asked to try again later.* 451 4\.7\.1 Come back later/],
  ];
  for (const [answers, expected] of cases) {
    const server = await scripted(context, (line, answer) => {
      const reply = { ...usual, ...answers }[line.split(' ')[0] ?? ''];
      if (reply) answer(reply);
    });
    const outcome = await sendMessage(
      createSmtpSender(server),
      submissionOf([messageText, 'x'.repeat(400_000), '\r\n']),
    );
    assert.match(JSON.stringify(outcome), expected);
    assert.notEqual(outcome.state, 'accepted');
  }
});

test('an unreachable server is reported', async (context) => {
  const { port: _, ...sink } = await sinkFor(context);
  await assertRefused(senderFor(context, settingsFor({ ...sink, port: 1 })), 'offline', /refuses connections/);
  const unnamed = senderFor(context, settingsFor({ ...sink, port: 25, host: 'nowhere.invalid' }));
  await assertRefused(unnamed, 'offline', /No server named nowhere\.invalid was found/);
});

test('Gmail and Outlook store the copy themselves', () => {
  const savesSentCopy = (host: string) =>
    createSmtpSender({ ...settingsFor({ host, port: 465, ca: '' }) }).savesSentCopy;
  assert.deepEqual(['smtp.gmail.com', 'SMTP.office365.com', 'mail.example.org'].map(savesSentCopy), [
    true,
    true,
    false,
  ]);
});

/** A scripted server. */
async function scripted(context: TestContext, onLine: Parameters<typeof scriptedServer>[0]) {
  const server = await scriptedServer(onLine, '220 ready');
  context.after(() => server.close());
  return settingsFor({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, ca: '' });
}
