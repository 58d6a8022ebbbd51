import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerAddress, SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import { makeCertificate } from './certificate.ts';

type EsmtpParameters = Readonly<Record<string, unknown>>;

/**
 * A message that the sink received: the envelope, with the parameters of MAIL and RCPT, and the bytes without dot-stuffing.
 */
type SinkMessage = {
  from: string;
  to: string[];
  bytes: Buffer;
  /** The parameters of MAIL FROM, and of each RCPT TO: SIZE, BODY, ENVID, NOTIFY and the like. */
  mailParameters: EsmtpParameters;
  rcptParameters: EsmtpParameters[];
  user: string | undefined;
  /** The client's name in HELO or EHLO. */
  client: string;
};

type SinkReply = { code: number; text: string };

/**
 * The fault of one message: at a step of it the connection is cut, the server stops answering, or this is the answer.
 * `message` is after that many bytes of it; `untaken` and `taken` are after all of it, which the sink drops or keeps.
 */
export type SinkFault = { do: 'drop' | 'stall' | SinkReply } & (
  { at: 'greeting' | 'sender' | 'recipient' | 'untaken' | 'taken' } | { at: 'message'; after: number }
);

export type SmtpSink = {
  host: string;
  port: number;
  /** Its certificate, in PEM; empty without TLS. */
  ca: string;
  /** The received messages, in order. */
  readonly messages: SinkMessage[];
  /** One fault for each of the next connections, in order; `undefined` means no fault. */
  readonly faults: (SinkFault | undefined)[];
  /** Recipients that are refused, by address. */
  readonly refused: Map<string, SinkReply>;
  /** The number of AUTH commands, and of connections. */
  readonly count: { signIns: number; connections: number };
  /** Breaks every connection. */
  breakConnections(): void;
  stop(): Promise<void>;
};

export type SinkOptions = {
  tls?: 'none' | 'starttls' | 'implicit';
  /** The required sign-in; without it none is required, although AUTH is offered. */
  account?: { user: string; password: string };
  /** The largest accepted message, in bytes: 35 MB by default. */
  size?: number;
  /** Extensions that are not offered. */
  without?: ('PIPELINING' | '8BITMIME' | 'SMTPUTF8' | 'DSN' | 'STARTTLS' | 'AUTH')[];
};

/** Starts an SMTP server on loopback that delivers nowhere, records all messages, and fails on request. */
export async function startSmtpSink({
  tls = 'none',
  account,
  size = 35_000_000,
  without = [],
}: SinkOptions = {}): Promise<SmtpSink> {
  const sockets = new Map<number, Socket>();
  const sink = sinkState();
  const certificate = tls === 'none' ? undefined : makeCertificate();
  const server = new SMTPServer({
    logger: false,
    banner: 'sink',
    disableReverseLookup: true,
    closeTimeout: 1,
    ...(certificate && { key: certificate.key, cert: certificate.cert }),
    ...extensionOptions(tls, without, size),
    authOptional: account === undefined,
    ...handlersOf(sink, account, (session) => sockets.get(session.remotePort)?.destroy()),
  });
  // Clients that break the connection are expected.
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    const port = socket.remotePort ?? 0;
    sockets.set(port, socket);
    socket.once('close', () => sockets.delete(port));
  });
  const breakConnections = () => sockets.forEach((socket) => socket.destroy());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    ...sink,
    host: '127.0.0.1',
    port: (server.server.address() as AddressInfo).port,
    ca: certificate?.cert ?? '',
    breakConnections,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(resolve));
      breakConnections();
      await closed;
      certificate?.remove();
    },
  };
}

type SinkState = Pick<SmtpSink, 'messages' | 'faults' | 'refused' | 'count'>;

function sinkState(): SinkState {
  return { messages: [], faults: [], refused: new Map(), count: { signIns: 0, connections: 0 } };
}

function extensionOptions(
  tls: SinkOptions['tls'],
  without: NonNullable<SinkOptions['without']>,
  size: number,
): SMTPServerOptions {
  const disabledCommands = without.filter((name) => name === 'AUTH' || name === 'STARTTLS');
  return {
    secure: tls === 'implicit',
    allowInsecureAuth: true,
    hidePIPELINING: without.includes('PIPELINING'),
    hide8BITMIME: without.includes('8BITMIME'),
    hideSMTPUTF8: without.includes('SMTPUTF8'),
    hideDSN: without.includes('DSN'),
    disabledCommands: tls === 'starttls' ? disabledCommands : [...disabledCommands, 'STARTTLS'],
    size,
  };
}

/** The answers to every step of a session, and its faults. */
function handlersOf(
  { messages, faults, refused, count }: SinkState,
  account: SinkOptions['account'],
  dropConnection: (session: SMTPServerSession) => void,
): SMTPServerOptions {
  const faultOf = new WeakMap<SMTPServerSession, SinkFault>();

  type Answer = (error?: Error | null) => void;
  /** Sends the answer of the session's fault, if it is for this step, instead of the normal one. */
  const step = (at: SinkFault['at'], session: SMTPServerSession, answer: Answer, regular: SinkReply | undefined) => {
    const fault = faultOf.get(session);
    if (fault?.at !== at) return answer(regular && refusal(regular));
    if (fault.do === 'drop') dropConnection(session);
    else if (fault.do !== 'stall') answer(refusal(fault.do));
  };

  const receiveMessage = async (stream: SMTPServerDataStream, session: SMTPServerSession, answer: Answer) => {
    const fault = faultOf.get(session);
    const pieces: Buffer[] = [];
    let left = fault?.at === 'message' ? fault.after : Infinity;
    stream.on('data', (piece: Buffer) => {
      pieces.push(piece);
      left -= piece.length;
      if (left > 0) return;
      left = Infinity;
      step('message', session, answer, undefined);
    });
    await once(stream, 'end');
    if (fault?.at === 'message') return;
    if (stream.sizeExceeded) return answer(refusal({ code: 552, text: '5.3.4 Message too big' }));
    if (fault?.at !== 'untaken') messages.push(sinkMessageOf(session, Buffer.concat(pieces)));
    step(fault?.at === 'untaken' ? 'untaken' : 'taken', session, answer, undefined);
  };

  return {
    onConnect(session, answer) {
      count.connections++;
      const fault = faults.shift();
      if (fault) faultOf.set(session, fault);
      step('greeting', session, answer, undefined);
    },
    onAuth({ username, password }, _session, answer) {
      count.signIns++;
      const isRight = account && username === account.user && password === account.password;
      if (isRight) answer(null, { user: username });
      else answer(refusal({ code: 535, text: '5.7.8 Wrong user name or password' }));
    },
    onMailFrom: (_address, session, answer) => step('sender', session, answer, undefined),
    onRcptTo: ({ address }, session, answer) => step('recipient', session, answer, refused.get(address)),
    onData: (stream, session, answer) =>
      void receiveMessage(stream, session, answer).catch(() => dropConnection(session)),
  };
}

function refusal({ code, text }: SinkReply): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

function sinkMessageOf(
  { envelope: { mailFrom, rcptTo }, user, hostNameAppearsAs }: SMTPServerSession,
  bytes: Buffer,
): SinkMessage {
  return {
    from: mailFrom ? mailFrom.address : '',
    to: rcptTo.map(({ address }) => address),
    bytes,
    mailParameters: parametersOf(mailFrom),
    rcptParameters: rcptTo.map(parametersOf),
    user,
    client: hostNameAppearsAs,
  };
}

function parametersOf(address: SMTPServerAddress | false): EsmtpParameters {
  return (address && address.args) || {};
}
