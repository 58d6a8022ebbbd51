import type { Duplex } from 'node:stream';

export type MailProtocol = 'imap' | 'smtp';

/** Larger than any greeting. */
const maxReplyBytes = 16_384;

/**
 * Whether the connected server sends the greeting of a mail server that accepts clients (RFC 3501, section 7.1; RFC 5321,
 * section 4.2).
 */
export async function hasMailGreeting(socket: Duplex, protocol: MailProtocol): Promise<boolean> {
  const [line = ''] = await readReply(socket, dialogues[protocol].isLast.greeting);
  return dialogues[protocol].welcome.test(line);
}

/** Whether the server offers encryption (STARTTLS). */
export async function offersStartTls(socket: Duplex, protocol: MailProtocol): Promise<boolean> {
  const { ask, offer, isLast } = dialogues[protocol];
  const lines = await readReply(socket, isLast.offer, ask);
  return lines.some((line) => offer.test(line));
}

/** Requests encryption; returns whether TLS can start. */
export async function requestStartTls(socket: Duplex, protocol: MailProtocol): Promise<boolean> {
  const { begin, begun, isLast } = dialogues[protocol];
  const lines = await readReply(socket, isLast.begin, begin);
  return begun.test(lines.at(-1) ?? '');
}

/** The last line of a reply, or a line that is not part of a reply. */
const lastOfReply = /^\d{3}( |$)|^(?!\d{3}-)/;

const dialogues = {
  imap: {
    welcome: /^\* OK\b/i,
    ask: 'a CAPABILITY',
    offer: /^\* CAPABILITY .*\bSTARTTLS\b/i,
    begin: 'b STARTTLS',
    begun: /^b OK\b/i,
    isLast: { greeting: /^/, offer: /^a /, begin: /^b / },
  },
  smtp: {
    welcome: /^220[ -]/,
    ask: 'EHLO [127.0.0.1]',
    offer: /^250[ -]STARTTLS\b/i,
    begin: 'STARTTLS',
    begun: /^220\b/,
    isLast: { greeting: lastOfReply, offer: lastOfReply, begin: lastOfReply },
  },
};

/**
 * Sends the command, if any, and reads lines up to the last line. Rejects if the connection ends before it, or if the reply
 * is too long.
 */
function readReply(socket: Duplex, lastLine: RegExp, command?: string): Promise<string[]> {
  const reply = Promise.withResolvers<string[]>();
  let text = '';
  const onData = (chunk: Buffer) => {
    text += chunk.toString('latin1');
    const lines = text.split(/\r?\n/).slice(0, -1);
    const last = lines.findIndex((line) => lastLine.test(line));
    if (last >= 0) reply.resolve(lines.slice(0, last + 1));
    else if (text.length > maxReplyBytes) reply.reject(new Error('It says more than a mail server does.'));
  };
  const onClose = () => reply.reject(new Error('The connection was closed.'));
  socket.on('data', onData);
  socket.once('close', onClose);
  socket.resume();
  if (socket.destroyed) onClose();
  else if (command !== undefined) socket.write(`${command}\r\n`);
  return reply.promise.finally(() => {
    socket.off('data', onData);
    socket.off('close', onClose);
    socket.pause();
  });
}
