import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { senderConformance } from '../../sender-conformance.ts';
import type { MessageSubmission, SendOutcome } from '../../sender.ts';
import { openTestGmail } from '../test-gmail-mailbox.ts';
import { createGmailSender } from './gmail-sender.ts';
import { recipientFields } from './recipient-fields.ts';

const begin = 'POST /upload/messages/send';
const put = 'PUT /upload/messages/send';
const cancel = 'DELETE /upload/messages/send';

async function open(context: TestContext) {
  const gmail = await openTestGmail();
  context.after(gmail.close);
  const { server } = gmail;
  const sent = () =>
    server.mail.messages
      .all()
      .filter(({ label_ids }) => label_ids.includes('SENT'))
      .map(({ raw }) => Buffer.from(raw ?? '', 'base64url').toString());
  return { ...gmail, sender: createGmailSender(gmail.connection), sent };
}

senderConformance('gmail', async (context) => {
  const { server, sender, sent } = await open(context);
  return {
    sender,
    accepted: () =>
      sent().map((source) => {
        const [, list = '', rest = ''] = /^Bcc: ((?:.*\r\n )*.*)\r\n([^]*)$/.exec(source) ?? [];
        const to = [...list.matchAll(/<([^>]+)>/g)].map(([, email = '']) => email);
        return { from: 'ada@example.test', to, bytes: Buffer.from(rest) };
      }),
    injectFault(how) {
      const on = how === 'lost-before-last' ? begin : put;
      // The upload, and the question about it.
      const times = how === 'lost-before-last' ? 1 : 2;
      server.faults.add({ on, times, do: how === 'lost-taken' ? 'drop-late' : 'drop' });
    },
  };
});

const text = 'From: ada@gmail.example\r\nTo: bob@example.test\r\nMessage-ID: <dinner@gmail.example>\r\n\r\nSeven?\r\n';

function submission(to = ['bob@example.test'], source = text): MessageSubmission {
  const bytes = Buffer.from(source);
  return {
    from: 'ada@gmail.example',
    to,
    size: bytes.length,
    async *content() {
      yield bytes;
    },
    envelopeId: 'dinner',
  };
}

function send({ sender }: Awaited<ReturnType<typeof open>>, message = submission()): Promise<SendOutcome> {
  return sender.send(message, { signal: new AbortController().signal, beforeFinalBytes: () => undefined });
}

test('a message whose answer was lost is known to be sent when the session says so, and is sent once', async (t) => {
  const gmail = await open(t);
  gmail.server.faults.add({ on: put, times: 1, do: 'drop-late' });
  assert.equal((await send(gmail)).state, 'accepted');
  assert.equal(gmail.sent().length, 1);
});

test('a message that did not arrive completely is not sent, and may be sent again', async (t) => {
  const gmail = await open(t);
  gmail.server.faults.add({ on: put, times: 1, do: 'drop' });
  const outcome = await send(gmail);
  assert.deepEqual([outcome.state, outcome.state === 'refused' && outcome.isTemporary], ['refused', true]);
  assert.equal(gmail.sent().length, 0);
  assert.equal((await send(gmail)).state, 'accepted');
  assert.equal(gmail.sent().length, 1);
});

test('a message that did not arrive completely is in doubt until its upload is cancelled', async (t) => {
  const gmail = await open(t);
  gmail.server.faults.add({ on: put, times: 1, do: 'drop' });
  gmail.server.faults.add({ on: cancel, times: 1, do: 'drop' });
  assert.equal((await send(gmail)).state, 'unknown');
  assert.equal(gmail.sent().length, 0);
});

test('an error of the server after the last byte leaves the outcome unknown, unless the session tells it', async (t) => {
  const gmail = await open(t);
  gmail.server.faults.add({ on: put, times: 2, do: 'respond', status: 503 });
  assert.equal((await send(gmail)).state, 'unknown');
  gmail.server.faults.add({ on: put, times: 1, do: 'respond', status: 503 });
  assert.equal((await send(gmail)).state, 'refused');
  assert.equal(gmail.sent().length, 0);
});

test('a message that Google slows down is not sent, and the sentence says until when', async (t) => {
  const gmail = await open(t);
  const slowed = { do: 'respond', status: 429, headers: { 'retry-after': '600' } } as const;
  gmail.server.faults.add({ on: begin, ...slowed });
  const outcome = await send(gmail);
  assert.ok(outcome.state === 'refused' && outcome.isTemporary && outcome.reason === 'busy');
  assert.match(outcome.message, /^Slowed by Google until \d\d:\d\d\.$/);
  assert.equal(gmail.sent().length, 0);
});

test('an expired token is replaced once; a revoked one asks for a new sign-in', async (t) => {
  const gmail = await open(t);
  gmail.server.token = 'token-2';
  assert.equal((await send(gmail)).state, 'accepted');
  gmail.tokens.isRevoked = true;
  const outcome = await send(gmail);
  assert.ok(outcome.state === 'refused' && outcome.reason === 'auth');
  assert.equal(gmail.sent().length, 1);
});

test('recipients without a field get a Bcc, and a message is not sent to fewer people than it names', async (t) => {
  const gmail = await open(t);
  const both = ['bob@example.test', 'secret@example.test'];
  assert.equal((await send(gmail, submission(both))).state, 'accepted');
  assert.deepEqual(gmail.sent(), [`Bcc: <secret@example.test>\r\n${text}`]);
  const outcome = await send(gmail, submission(['secret@example.test']));
  assert.ok(outcome.state === 'refused' && !outcome.isTemporary);
  assert.match(outcome.message, /bob@example\.test/);
  assert.equal(gmail.sent().length, 1);
});

test('the addresses of a header are found in every form', () => {
  const head = [
    'To: "Bob, <fake@example.test>" <bob@example.test>,',
    ' carol@example.test (not <dave@example.test>)',
    'Cc: Friends: erin@example.test, <frank@example.test>;',
    'Subject: To: grace@example.test',
    '',
    'To: heidi@example.test',
  ].join('\r\n');
  const all = ['bob@example.test', 'carol@example.test', 'erin@example.test', 'frank@example.test'];
  assert.deepEqual(recipientFields(Buffer.from(head), ['Bob@example.test']), { bcc: '', others: all.slice(1) });
  assert.deepEqual(recipientFields(Buffer.from(head), all), { bcc: '', others: [] });
});
