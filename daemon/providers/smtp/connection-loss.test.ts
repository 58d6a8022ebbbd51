import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startProxy } from '../../../testing/servers/proxy.ts';
import type { SinkFault } from '../../../testing/servers/smtp-sink.ts';
import { until } from '../../test-until.ts';
import type { Sender } from '../sender.ts';
import type { SmtpTimeouts } from './session.ts';
import { submissionOf, senderFor, sendMessage, settingsFor, sinkFor, messageText } from './test-sending.ts';

const halves = [messageText.slice(0, 30), messageText.slice(30)];

test('wherever the line breaks, what is said to be taken is there once and what is said not to be is not', async (context) => {
  const sink = await sinkFor(context);
  const proxy = await startProxy(sink.port);
  context.after(() => proxy.stop());
  const sender = senderFor(context, settingsFor({ ...sink, port: proxy.port }));
  const seen = { accepted: 0, refused: 0, unknown: 0 };
  const commands = [
    'EHLO [127.0.0.1]',
    `MAIL FROM:<ada@example.test> BODY=8BITMIME SIZE=${messageText.length} RET=HDRS ENVID=letter-3`,
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

test('a break or a no at any step is told for what it is', async (context) => {
  const sink = await sinkFor(context);
  const sender = senderFor(context, settingsFor(sink));
  const hasty = (timeouts: Partial<SmtpTimeouts>) => senderFor(context, settingsFor(sink, { timeouts }));
  /** Who meets a silence there waits for it less long than usual, and for nothing else. */
  const senderAt: Partial<Record<SinkFault['at'], Sender>> = {
    greeting: hasty({ greetingMs: 300 }),
    sender: hasty({ responseMs: 300 }),
    untaken: hasty({ acceptanceMs: 300 }),
  };
  const no = (code: number, text: string) => ({ code, text });
  const cases: [SinkFault, outcome: string, arrived?: number][] = [
    [{ at: 'greeting', do: 'drop' }, 'offline, another time'],
    [{ at: 'greeting', do: 'stall' }, 'offline, another time'],
    [{ at: 'greeting', do: no(554, 'Not you') }, 'refused, for good'],
    [{ at: 'greeting', do: no(421, '4.3.2 Closing for now') }, 'busy, another time'],
    [{ at: 'sender', do: 'drop' }, 'offline, another time'],
    [{ at: 'sender', do: 'stall' }, 'offline, another time'],
    [{ at: 'sender', do: no(530, '5.7.0 Sign in first') }, 'auth, for good'],
    [{ at: 'sender', do: no(530, 'Must issue a STARTTLS command first') }, 'tls, for good'],
    [{ at: 'sender', do: no(553, '5.7.1 Sender address rejected') }, 'refused, for good'],
    [{ at: 'recipient', do: 'drop' }, 'offline, another time'],
    [{ at: 'recipient', do: no(452, '4.2.2 Over quota') }, 'busy, another time'],
    [{ at: 'recipient', do: no(552, '5.2.2 Mailbox full') }, 'refused, for good'],
    [{ at: 'recipient', do: no(550, '5.6.7 No such alphabet') }, 'no_smtputf8, for good'],
    [{ at: 'message', after: 20, do: 'drop' }, 'offline, another time'],
    [{ at: 'untaken', do: 'drop' }, 'unknown'],
    [{ at: 'untaken', do: 'stall' }, 'unknown'],
    [{ at: 'untaken', do: no(451, '4.3.0 Disk trouble') }, 'busy, another time'],
    [{ at: 'untaken', do: no(550, '5.7.1 Looks like spam') }, 'refused, for good'],
    [{ at: 'untaken', do: no(552, 'Too big') }, 'too_large, for good'],
    [{ at: 'taken', do: 'drop' }, 'unknown', 1],
  ];
  for (const [fault, expected, arrived = 0] of cases) {
    const before = sink.messages.length;
    sink.faults.push(fault);
    const message = submissionOf(halves, fault.at === 'message' ? { content: contentWithoutEnd } : {});
    const outcome = await sendMessage((fault.do === 'stall' && senderAt[fault.at]) || sender, message);
    const told =
      outcome.state === 'refused'
        ? `${outcome.reason}, ${outcome.isTemporary ? 'another time' : 'for good'}`
        : outcome.state;
    assert.equal(told, expected, `${JSON.stringify(fault)}: ${JSON.stringify(outcome)}`);
    assert.equal(sink.messages.length - before, arrived, JSON.stringify(fault));
  }
  assert.equal((await sendMessage(sender)).state, 'accepted');
});

/** A message of which the rest is yet to come when the line breaks. */
async function* contentWithoutEnd() {
  for (const half of halves) yield Buffer.from(half);
  await new Promise(() => {});
}

test('who stops a send knows whether it may have gone', async (context) => {
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
      'the send is under way',
      () => sink.count.connections > 0 && (at !== 'taken' || sink.messages.length > 0),
    );
    stop.abort();
    const outcome = await sending;
    assert.equal(outcome.state, state);
    if (outcome.state === 'refused') assert.equal(outcome.reason, 'stopped');
  }
  await sender.close();
  assert.equal((await sendMessage(sender)).state, 'refused');
});
