import type { Socket } from 'node:net';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MessageSubmission, SendOptions, SendOutcome } from '../sender.ts';
import { envelopeOf, needsUtf8 } from './envelope.ts';
import { sizeLimit } from './extensions.ts';
import { createGatedStream } from './gated-stream.ts';
import {
  unexpectedReplyError,
  recipientsOf,
  outcomeBeforeCommit,
  stoppedOutcome,
  refusedByError,
  outcomeAfterCommit,
  type RefusedOutcome,
} from './outcome.ts';
import { parseReply } from './reply.ts';
import { runStep, type SmtpSession } from './session.ts';
import type { NodemailerError } from './errors.ts';

/** Sends one message over a signed-in session, as `Sender.send` describes, and ends the session. */
export async function submitMessage(
  session: SmtpSession,
  message: MessageSubmission,
  { signal, beforeFinalBytes: beforeLast }: SendOptions,
): Promise<SendOutcome> {
  const refusal = refusalBeforeSending(session, message);
  if (refusal) {
    session.quit();
    return refusal;
  }

  let [hasStarted, hasReachedEnd, isCommitted] = [false, false, false];
  const finished = new AbortController();
  const { connection, timeouts } = session;
  const content = createGatedStream({
    content() {
      hasStarted = true;
      // nodemailer accepts any positive reply, which may belong to another command.
      const reply = connection.lastServerResponse || '';
      if (!reply.startsWith('3')) throw unexpectedReplyError(session.host, reply);
      return message.content();
    },
    socket: () => socketOf(connection),
    signal: finished.signal,
    async beforeFinalBytes() {
      hasReachedEnd = true;
      await beforeLast();
      if (finished.signal.aborted) return;
      isCommitted = true;
      socketOf(connection).setTimeout(timeouts.acceptanceMs);
    },
  });
  try {
    const info = await runStep<SMTPConnection.SentMessageInfo>(connection, signal, (done) =>
      connection.send(envelopeOf(message), content, done),
    );
    // A reply before the end of the message belongs to another command.
    if (!info || !isCommitted) return refusedByError(unexpectedReplyError(session.host, info?.response));
    return { state: 'accepted', recipients: recipientsOf(message, info), reply: parseReply(info.response) };
  } catch (thrown) {
    if (signal.aborted && !isCommitted) return stoppedOutcome;
    if (isCommitted) return outcomeAfterCommit(thrown, session.host);
    const cause = (thrown as NodemailerError).code === 'ESTREAM' ? (thrown as NodemailerError).cause : undefined;
    if (hasReachedEnd && cause instanceof Error) return { ...stoppedOutcome, message: cause.message };
    return outcomeBeforeCommit(cause ?? thrown, session.host, message);
  } finally {
    finished.abort();
    // QUIT in the middle of a message would become part of it.
    if (hasStarted && !isCommitted) session.destroy();
    else session.quit();
  }
}

/** Why the message is refused without contacting the server. */
function refusalBeforeSending(
  { host, extensions }: SmtpSession,
  { from, to, size }: MessageSubmission,
): RefusedOutcome | undefined {
  const limit = sizeLimit(extensions);
  if (limit !== undefined && size > limit) {
    const message = `The message has ${megabytes(size, Math.ceil)}, and ${host} accepts at most ${megabytes(limit, Math.floor)}.`;
    return { ...stoppedOutcome, reason: 'too_large', isTemporary: false, message };
  }
  const nonAscii = [from, ...to].filter(needsUtf8);
  if (nonAscii.length === 0 || extensions.has('SMTPUTF8')) return undefined;
  const message = `${host} can’t send to or from addresses with non-English letters before the @: ${nonAscii.join(', ')}.`;
  return { ...stoppedOutcome, reason: 'no_smtputf8', isTemporary: false, message };
}

/** `round` keeps a size above a limit distinct from it. */
function megabytes(bytes: number, round: (value: number) => number): string {
  return `${round(bytes / 100_000) / 10} MB`;
}

function socketOf({ _socket }: SMTPConnection): Socket {
  if (!_socket) throw new Error('The connection has no socket.');
  return _socket;
}
