import type { Socket } from 'node:net';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { OutgoingMessage, SendOptions, SendOutcome } from '../sender.ts';
import { envelopeOf, needsUtf8 } from './envelope.ts';
import { sizeLimit } from './extensions.ts';
import { heldStream } from './held-stream.ts';
import { outOfTurn, recipientsOf, refusalOf, stopped, troubled, verdictOf, type Refused } from './outcome.ts';
import { replyOf } from './reply.ts';
import { step, type Session } from './session.ts';
import type { WireError } from './trouble.ts';

/** Hands one message over to a server that is signed in to, as `Sender.send` says, and ends the session. */
export async function handOver(
  session: Session,
  message: OutgoingMessage,
  { signal, beforeLast }: SendOptions,
): Promise<SendOutcome> {
  const hindrance = hindranceOf(session, message);
  if (hindrance) {
    session.quit();
    return hindrance;
  }

  let [isBegun, isAsked, isLetGo] = [false, false, false];
  const over = new AbortController();
  const { connection, times } = session;
  const content = heldStream({
    content() {
      isBegun = true;
      // nodemailer goes on at any yes, which may be one to something else.
      const said = connection.lastServerResponse || '';
      if (!said.startsWith('3')) throw outOfTurn(session.host, said);
      return message.content();
    },
    socket: () => socketOf(connection),
    signal: over.signal,
    async beforeLast() {
      isAsked = true;
      await beforeLast();
      if (over.signal.aborted) return;
      isLetGo = true;
      socketOf(connection).setTimeout(times.verdict);
    },
  });
  try {
    const info = await step<SMTPConnection.SentMessageInfo>(connection, signal, (done) =>
      connection.send(envelopeOf(message), content, done),
    );
    // An answer before the end of the message is an answer to something else.
    if (!info || !isLetGo) return troubled(outOfTurn(session.host, info?.response));
    return { state: 'accepted', recipients: recipientsOf(message, info), reply: replyOf(info.response) };
  } catch (thrown) {
    if (signal.aborted && !isLetGo) return stopped;
    if (isLetGo) return verdictOf(thrown, session.host);
    const cause = (thrown as WireError).code === 'ESTREAM' ? (thrown as WireError).cause : undefined;
    if (isAsked && cause instanceof Error) return { ...stopped, message: cause.message };
    return refusalOf(cause ?? thrown, session.host, message);
  } finally {
    over.abort();
    // Taking leave in the middle of a message would add a line to it.
    if (isBegun && !isLetGo) session.cut();
    else session.quit();
  }
}

/** Why the server need not even be asked. */
function hindranceOf({ host, extensions }: Session, { from, to, size }: OutgoingMessage): Refused | undefined {
  const limit = sizeLimit(extensions);
  if (limit !== undefined && size > limit) {
    const words = `The message has ${megabytes(size, Math.ceil)}, and ${host} takes at most ${megabytes(limit, Math.floor)}.`;
    return { ...stopped, reason: 'too_large', isTemporary: false, message: words };
  }
  const beyond = [from, ...to].filter(needsUtf8);
  if (beyond.length === 0 || extensions.has('SMTPUTF8')) return undefined;
  const words = `${host} cannot send to or from addresses with letters beyond ASCII before the @: ${beyond.join(', ')}.`;
  return { ...stopped, reason: 'no_smtputf8', isTemporary: false, message: words };
}

/** `round` keeps a size above a limit apart from it. */
function megabytes(bytes: number, round: (value: number) => number): string {
  return `${round(bytes / 100_000) / 10} MB`;
}

function socketOf({ _socket }: SMTPConnection): Socket {
  if (!_socket) throw new Error('The connection has no socket.');
  return _socket;
}
