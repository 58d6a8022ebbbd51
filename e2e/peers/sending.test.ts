import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { ImapFlow } from 'imapflow';
import type { MessageSubmission, SendOutcome } from '../../daemon/providers/sender.ts';
import { createSmtpSender } from '../../daemon/providers/smtp/smtp-sender.ts';
import { until } from '../../daemon/test-until.ts';
import type { MailUser } from '../../testing/servers/dovecot.ts';
import { postfixMissing, startMailServers, type MailServers } from '../../testing/servers/postfix.ts';
import { openSecondClient } from './support/second-client.ts';

const missing = postfixMissing();
if (missing) test('mail sent through Postfix', { skip: missing });
else describe('mail sent through Postfix', suite);

function suite(): void {
  let post: MailServers;
  let alice: MailUser;
  let bobsClient: ImapFlow;
  let carolsClient: ImapFlow;
  let alicesClient: ImapFlow;

  before(async () => {
    post = await startMailServers({ users: ['alice@example.test', 'bob@example.test', 'carol@example.test'] });
    const [first, second, third] = post.dovecot.users;
    assert.ok(first && second && third);
    alice = first;
    alicesClient = await openSecondClient(post.dovecot, first);
    bobsClient = await openSecondClient(post.dovecot, second);
    carolsClient = await openSecondClient(post.dovecot, third);
  });
  after(async () => {
    alicesClient?.close();
    bobsClient?.close();
    carolsClient?.close();
    await post?.stop();
  });

  const senderOf = (more: { password?: string } = {}) =>
    createSmtpSender({
      ...post.postfix,
      username: alice.user,
      password: alice.password,
      authRequired: true,
      useTls: true,
      ca: readFileSync(post.dovecot.caFile),
      ...more,
    });
  const send = (message: MessageSubmission): Promise<SendOutcome> =>
    senderOf().send(message, { signal: new AbortController().signal, beforeFinalBytes: () => {} });

  test('it is sent over STARTTLS with a sign-in, and arrives unchanged, without its Bcc recipients', async () => {
    const message = rawMessageOf('Dinner', ['.', '..two', 'naïve 😀 ümlaut', 'x'.repeat(900), '', '.']);
    const outcome = await send(messageOf(message, ['bob@example.test', 'carol@example.test']));
    assert.equal(outcome.state, 'accepted', JSON.stringify(outcome));
    for (const client of [bobsClient, carolsClient]) {
      const arrived = await arrivedAs(client, 'Dinner');
      // The fields that servers prepend describe the transport; everything else is unchanged.
      assert.deepEqual(arrived.subarray(arrived.length - message.length).toString(), message.toString());
      const trace = arrived.subarray(0, arrived.length - message.length).toString();
      assert.match(trace, /^(?:(?:Return-Path|Delivered-To|Received):.*\r\n(?:[ \t].*\r\n)*)*$/);
      assert.match(trace, /^Received: from \[127\.0\.0\.1\]/m);
    }
    assert.doesNotMatch((await arrivedAs(bobsClient, 'Dinner')).toString(), /carol/i);
  });

  test('an unknown recipient is refused in words, and the other gets the message', async () => {
    const message = rawMessageOf('Half', ['Hello']);
    const outcome = await send(messageOf(message, ['nobody@example.test', 'bob@example.test']));
    assert.ok(outcome.state === 'accepted');
    const [unknown, bob] = outcome.recipients;
    assert.ok(unknown?.state === 'refused' && !unknown.isTemporary);
    assert.deepEqual([unknown.reply.code, unknown.reply.status], [550, '5.1.1']);
    assert.equal(bob?.state, 'accepted');
    await arrivedAs(bobsClient, 'Half');

    const alone = await send(messageOf(message, ['nobody@example.test']));
    assert.ok(alone.state === 'refused' && alone.reason === 'refused');
    assert.match(alone.message, /^There is no mailbox nobody@example\.test\. .* 550 5\.1\.1 /);
  });

  test('a bounce arrives for mail that could not be delivered', async () => {
    const outcome = await send(messageOf(rawMessageOf('Far away', ['Hello']), ['gone@example.test']));
    assert.equal(outcome.state, 'accepted');
    const report = (await arrivedAs(alicesClient, 'Undelivered Mail Returned to Sender')).toString();
    assert.match(report, /^Original-Envelope-Id: letter-3\r$/m);
    assert.match(report, /^Final-Recipient: rfc822; gone@example\.test\r$/m);
    assert.match(report, /^Status: 5\.1\.1\r$/m);
  });

  test('one sender sends several messages, one after the other and at once', async () => {
    const sender = senderOf();
    const options = { signal: new AbortController().signal, beforeFinalBytes: () => {} };
    const sendNumber = (number: number) =>
      sender.send(messageOf(rawMessageOf(`Letter ${number}`, ['y'.repeat(70)]), ['bob@example.test']), options);
    const outcomes = [
      await sendNumber(1),
      await sendNumber(2),
      await sender.send(messageOf(rawMessageOf('Refused', ['x']), ['nobody@example.test']), options),
      await sendNumber(3),
      ...(await Promise.all([4, 5, 6].map(sendNumber))),
    ];
    await sender.close();
    const states = outcomes.map(({ state }) => state);
    assert.deepEqual(states, ['accepted', 'accepted', 'refused', 'accepted', 'accepted', 'accepted', 'accepted']);
    for (const number of [1, 2, 3, 4, 5, 6]) await arrivedAs(bobsClient, `Letter ${number}`);
  });

  test('a wrong password is reported', async () => {
    const wrong = senderOf({ password: 'guess' });
    await assert.rejects(wrong.verify(new AbortController().signal), { reason: 'auth' });
  });
}

function rawMessageOf(subject: string, lines: readonly string[]): Buffer {
  const head = [
    'From: alice@example.test',
    'To: bob@example.test',
    `Subject: ${subject}`,
    'Content-Transfer-Encoding: 8bit',
  ];
  const ids = ['Message-ID: <letter-3@example.test>', 'Date: Fri, 6 Mar 2026 12:00:00 +0000'];
  return Buffer.from([...head, ...ids, '', ...lines, ''].join('\r\n'));
}

function messageOf(bytes: Buffer, to: readonly string[]): MessageSubmission {
  return {
    from: 'alice@example.test',
    to,
    size: bytes.length,
    async *content() {
      yield bytes.subarray(0, 40);
      yield bytes.subarray(40);
    },
    envelopeId: 'letter-3',
  };
}

/** The source of the message with this subject, once it is in the INBOX. */
async function arrivedAs(client: ImapFlow, subject: string): Promise<Buffer> {
  let found: Buffer | undefined;
  await until(`"${subject}" arrived`, async () => {
    const lock = await client.getMailboxLock('INBOX');
    try {
      const [uid] = (await client.search({ subject }, { uid: true })) || [];
      const message = uid !== undefined && (await client.fetchOne(String(uid), { source: true }, { uid: true }));
      found = (message && message.source) || undefined;
    } finally {
      lock.release();
    }
    return found !== undefined;
  });
  assert.ok(found);
  return found;
}
