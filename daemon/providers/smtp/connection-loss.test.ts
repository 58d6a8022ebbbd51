import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startProxy } from '../../../testing/servers/proxy.ts';
import type { SinkFault } from '../../../testing/servers/smtp-sink.ts';
import { until } from '../../test-until.ts';
import type { Sender } from '../sender.ts';
import type { SmtpTimeouts } from './session.ts';
import { submissionOf, senderFor, sendMessage, settingsFor, sinkFor, messageText } from './test-sending.ts';

const halves = [messageText.slice(0, 30), messageText.slice(30)];

test('wherever the connection breaks, an accepted message is there once and a refused one is not', async (context) => {
  const sink = await sinkFor(context);
  const proxy = await startProxy(sink.port);
  context.after(() => proxy.stop());
  const sender = senderFor(context, settingsFor({ ...sink, port: proxy.port }));
  const seen = { accepted: 0, refused: 0, unknown: 0 };
  const commands = [
    'EHLO [127.0.0.1]',
    `MAIL FROM:<ada@example.test> BODY=8BITMIME SIZE=${messageText.length} RET=HDRS ENVID=message-3`,
    'RCPT TO:<bob@example.test> NOTIFY=FAILURE,DELAY',
    'DATA',
  ];
  const begun = commands.join('\r\n').length + 2;
  const ended = begun + messageText.length;
  for (const byte of [
    1,
    40,
    begun - 3,
    begun,
    begun + 10,
    begun + 30,
    ended - 2,
    ended,
    ended + 1,
    ended + 2,
    ended + 3,
    999,
  ]) {
    const before = sink.messages.length;
    proxy.breakAfterSent(byte);
    const outcome = await sendMessage(sender, submissionOf(halves));
    seen[outcome.state]++;
    const arrived = sink.messages.length - before;
    if (outcome.state === 'accepted') assert.deepEqual([arrived, outcome.isCommitted], [1, true], `at byte ${byte}`);
    if (outcome.state === 'refused') assert.equal(arrived, 0, `at byte ${byte}`);
    if (outcome.state === 'unknown') assert.ok(outcome.isCommitted && arrived <= 1, `at byte ${byte}`);
    proxy.breakConnections();
  }
  assert.ok(seen.refused > 2 && seen.unknown > 2 && seen.accepted > 0, JSON.stringify(seen));
});

test('a lost connection or refusal at any step has the correct outcome', async (context) => {
  const sink = await sinkFor(context);
  const sender = senderFor(context, settingsFor(sink));
  const impatientSender = (timeouts: Partial<SmtpTimeouts>) => senderFor(context, settingsFor(sink, { timeouts }));
  /** A test with a silent server waits less than the default time, and no longer for other reasons. */
  const senderAt: Partial<Record<SinkFault['at'], Sender>> = {
    greeting: impatientSender({ greetingMs: 300 }),
    sender: impatientSender({ responseMs: 300 }),
    untaken: impatientSender({ acceptanceMs: 300 }),
  };
  const rejection = (code: number, text: string) => ({ code, text });
  const cases: [SinkFault, outcome: string, arrived?: number][] = [
    [{ at: 'greeting', do: 'drop' }, 'offline, retryable'],
    [{ at: 'greeting', do: 'stall' }, 'offline, retryable'],
    [{ at: 'greeting', do: rejection(554, 'Not you') }, 'refused, permanent'],
    [{ at: 'greeting', do: rejection(421, '4.3.2 Closing for now') }, 'busy, retryable'],
    [{ at: 'sender', do: 'drop' }, 'offline, retryable'],
    [{ at: 'sender', do: 'stall' }, 'offline, retryable'],
    [{ at: 'sender', do: rejection(530, '5.7.0 Sign in first') }, 'auth, permanent'],
    [{ at: 'sender', do: rejection(530, 'Must issue a STARTTLS command first') }, 'tls, permanent'],
    [{ at: 'sender', do: rejection(553, '5.7.1 Sender address rejected') }, 'refused, permanent'],
    [{ at: 'recipient', do: 'drop' }, 'offline, retryable'],
    [{ at: 'recipient', do: rejection(452, '4.2.2 Over quota') }, 'busy, retryable'],
    [{ at: 'recipient', do: rejection(552, '5.2.2 Mailbox full') }, 'refused, permanent'],
    [{ at: 'recipient', do: rejection(550, '5.6.7 No such alphabet') }, 'no_smtputf8, permanent'],
    [{ at: 'message', after: 20, do: 'drop' }, 'offline, retryable'],
    [{ at: 'untaken', do: 'drop' }, 'unknown'],
    [{ at: 'untaken', do: 'stall' }, 'unknown'],
    [{ at: 'untaken', do: rejection(451, '4.3.0 Disk trouble') }, 'busy, retryable'],
    [{ at: 'untaken', do: rejection(550, '5.7.1 Looks like spam') }, 'refused, permanent'],
    [{ at: 'untaken', do: rejection(552, 'Too big') }, 'too_large, permanent'],
    [{ at: 'taken', do: 'drop' }, 'unknown', 1],
  ];
  for (const [fault, expected, arrived = 0] of cases) {
    const before = sink.messages.length;
    sink.faults.push(fault);
    const message = submissionOf(halves, fault.at === 'message' ? { content: contentWithoutEnd } : {});
    const outcome = await sendMessage((fault.do === 'stall' && senderAt[fault.at]) || sender, message);
    const result =
      outcome.state === 'refused'
        ? `${outcome.reason}, ${outcome.isTemporary ? 'retryable' : 'permanent'}`
        : outcome.state;
    assert.equal(result, expected, `${JSON.stringify(fault)}: ${JSON.stringify(outcome)}`);
    assert.equal(sink.messages.length - before, arrived, JSON.stringify(fault));
  }
  assert.equal((await sendMessage(sender)).state, 'accepted');
});

/** A message whose rest has not been sent when the connection breaks. */
async function* contentWithoutEnd() {
  for (const half of halves) yield Buffer.from(half);
  await new Promise(() => {});
}

test('the caller that stops a send learns whether the message may have been sent', async (context) => {
  const sink = await sinkFor(context);
  const sender = senderFor(context, settingsFor(sink));
  for (const [at, state] of [
    ['sender', 'refused'],
    ['taken', 'unknown'],
  ] as const) {
    const stop = new AbortController();
    sink.faults.push({ at, do: 'stall' });
    const sending = sendMessage(sender, submissionOf(), stop.signal);
    await until(
      'the send has started',
      () => sink.count.connections > 0 && (at !== 'taken' || sink.messages.length > 0),
    );
    stop.abort();
    const outcome = await sending;
    assert.equal(outcome.state, state);
    if (outcome.state === 'refused') assert.equal(outcome.reason, 'stopped');
  }
});

test('one sender sends message after message and several at once, whatever became of the ones before, until it is closed', async (context) => {
  const sink = await sinkFor(context);
  const sender = senderFor(context, settingsFor(sink));
  const large = submissionOf([messageText, 'x'.repeat(70).concat('\r\n').repeat(30_000)]);
  const faults: (SinkFault | undefined)[] = [
    { at: 'taken', do: 'drop' },
    { at: 'untaken', do: { code: 451, text: '4.3.0 Disk trouble' } },
    { at: 'message', after: 20, do: 'drop' },
    { at: 'greeting', do: { code: 421, text: '4.3.2 Closing for now' } },
    { at: 'sender', do: { code: 503, text: '5.5.1 Bad sequence' } },
  ];
  for (const [number, fault] of faults.entries()) {
    sink.faults.push(fault);
    const message = fault?.at === 'message' ? submissionOf(halves, { content: contentWithoutEnd }) : large;
    assert.notEqual((await sendMessage(sender, message)).state, 'accepted', JSON.stringify(fault));
    assert.equal((await sendMessage(sender, number % 2 === 0 ? large : submissionOf())).state, 'accepted');
    // The server ends what is idle.
    sink.breakConnections();
  }
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => sendMessage(sender, large)));
  assert.deepEqual(new Set(outcomes.map(({ state }) => state)), new Set(['accepted']));
  await sender.close();
  const before = sink.count.connections;
  const late = await sendMessage(sender);
  assert.ok(late.state === 'refused' && late.isTemporary);
  assert.deepEqual([late.reason, late.message], ['offline', 'The connection to 127.0.0.1 was closed.']);
  assert.equal(sink.count.connections, before);
});
