import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { startSmtpSink, type SinkOptions, type SmtpSink } from '../../../e2e/servers/smtp-sink.ts';
import type { OutgoingMessage, Sender, SendOutcome } from '../sender.ts';
import type { SmtpSettings } from './session.ts';
import { createSmtpSender } from './smtp-sender.ts';

export const ada = { user: 'ada@example.test', password: 'ada-pass' };

export async function sinkFor(context: TestContext, options: SinkOptions = {}): Promise<SmtpSink> {
  const sink = await startSmtpSink(options);
  context.after(() => sink.stop());
  return sink;
}

/** How the server is signed in to: with TLS where it has a certificate, with Ada's password where it is said so. */
export function settingsFor(
  { host, port, ca }: Pick<SmtpSink, 'host' | 'port' | 'ca'>,
  more: Partial<SmtpSettings> = {},
) {
  const account = { username: ada.user, password: ada.password, authRequired: ca !== '' };
  return { host, port, ...account, useTls: ca !== '', ...(ca && { ca }), ...more };
}

export function senderFor(context: TestContext, settings: SmtpSettings): Sender {
  const sender = createSmtpSender(settings);
  context.after(() => sender.close());
  return sender;
}

export const text = 'From: ada@example.test\r\nSubject: Dinner\r\n\r\nShall we say seven?\r\n';

/** A message from Ada, in as many pieces as there are strings. */
export function messageOf(
  pieces: readonly (string | Uint8Array)[] = [text],
  more: Partial<OutgoingMessage> = {},
): OutgoingMessage {
  const bytes = pieces.map((piece) => Buffer.from(piece));
  return {
    from: 'ada@example.test',
    to: ['bob@example.test'],
    size: bytes.reduce((sum, piece) => sum + piece.length, 0),
    async *content() {
      yield* bytes;
    },
    envelopeId: 'letter-3',
    ...more,
  };
}

/** Sends, and says whether the message was let go. */
export async function sent(
  sender: Sender,
  message = messageOf(),
  signal: AbortSignal = new AbortController().signal,
): Promise<SendOutcome & { isLetGo: boolean }> {
  let isLetGo = false;
  const outcome = await sender.send(message, { signal, beforeLast: () => void (isLetGo = true) });
  return { ...outcome, isLetGo };
}

/** The outcome, which must be a refusal of this reason before the message was let go. */
export async function refusedFor(sender: Sender, reason: string, words: RegExp, message = messageOf()) {
  const outcome = await sent(sender, message);
  assert.ok(outcome.state === 'refused', JSON.stringify(outcome));
  assert.equal(outcome.reason, reason, outcome.message);
  assert.match(outcome.message, words);
  return outcome;
}
