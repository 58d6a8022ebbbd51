import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { startSmtpSink, type SinkOptions, type SmtpSink } from '../../../testing/servers/smtp-sink.ts';
import type { MessageSubmission, Sender, SendOutcome } from '../sender.ts';
import type { SmtpSettings } from './session.ts';
import { createSmtpSender } from './smtp-sender.ts';

export const ada = { user: 'ada@example.test', password: 'ada-pass' };

export async function sinkFor(context: TestContext, options: SinkOptions = {}): Promise<SmtpSink> {
  const sink = await startSmtpSink(options);
  context.after(() => sink.stop());
  return sink;
}

/** How to sign in to the server: with TLS where it has a certificate, with Ada's password where required. */
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

export const messageText = 'From: ada@example.test\r\nSubject: Dinner\r\n\r\nShall we say seven?\r\n';

/** A message from Ada, in as many pieces as there are strings. */
export function submissionOf(
  pieces: readonly (string | Uint8Array)[] = [messageText],
  more: Partial<MessageSubmission> = {},
): MessageSubmission {
  const bytes = pieces.map((piece) => Buffer.from(piece));
  return {
    from: 'ada@example.test',
    to: ['bob@example.test'],
    size: bytes.reduce((sum, piece) => sum + piece.length, 0),
    async *content() {
      yield* bytes;
    },
    envelopeId: 'message-3',
    ...more,
  };
}

/** Sends, and returns whether the message was released. */
export async function sendMessage(
  sender: Sender,
  message = submissionOf(),
  signal: AbortSignal = new AbortController().signal,
): Promise<SendOutcome & { isCommitted: boolean }> {
  let isCommitted = false;
  const outcome = await sender.send(message, { signal, beforeFinalBytes: () => void (isCommitted = true) });
  return { ...outcome, isCommitted };
}

/** The outcome, which must be a refusal with this reason before the message was released. */
export async function assertRefused(sender: Sender, reason: string, words: RegExp, message = submissionOf()) {
  const outcome = await sendMessage(sender, message);
  assert.ok(outcome.state === 'refused', JSON.stringify(outcome));
  assert.equal(outcome.reason, reason, outcome.message);
  assert.match(outcome.message, words);
  return outcome;
}
