import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { busBytes, busValues, type BusValue } from './dbus-values.ts';
import type { Environment } from '../paths.ts';

/** A method of an object on the bus, and its arguments. */
export type BusCall = {
  to: string;
  path: string;
  interface: string;
  member: string;
  signature?: string;
  body?: readonly BusValue[];
};

/** A signal that an object sends. */
type SignalName = Pick<BusCall, 'path' | 'interface' | 'member'>;

export type SessionBus = {
  /** Resolves to the method's reply. Rejects with its error, when the connection is lost, and when the signal aborts. */
  call(call: BusCall, signal: AbortSignal): Promise<BusValue[]>;
  /** Starts listening; the returned function resolves with the body of the next such signal of that object. */
  waitForSignal(wanted: SignalName, signal: AbortSignal): Promise<() => Promise<BusValue[]>>;
  /** Calls back with the body of every such signal, for as long as the connection lasts. */
  onSignal(wanted: SignalName, listener: (body: BusValue[]) => void, signal: AbortSignal): Promise<void>;
  /** Resolves when the connection has ended. */
  ended: Promise<void>;
  close(): void;
};

type Message = {
  kind: number;
  body: BusValue[];
  /** By number: 1 path, 2 interface, 3 member, 4 error, 5 the call it answers, 8 the signature of the body. */
  fields: ReadonlyMap<number, BusValue>;
};

const [methodCall, methodReturn, errorReply, signalMessage] = [1, 2, 3, 4];
/** The timeout for replies of the bus and its services, in milliseconds. Only calls that wait for the user take longer. */
const replyTimeoutMs = 10_000;
/** Messages of a Secret Service about locks are short. */
const maxMessageBytes = 1_000_000;
const busDaemon = { to: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' };

/**
 * A connection to the session bus of the signed-in user (D-Bus specification 0.43), on Linux and similar systems; undefined
 * if there is none that is reachable through a Unix socket. Rejects if the bus refuses the connection.
 */
export async function openSessionBus(env: Environment, signal: AbortSignal): Promise<SessionBus | undefined> {
  const path = socketOf(env);
  if (path === undefined) return undefined;
  const socket = createConnection(path);
  const bus = busOver(socket);
  try {
    const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
    socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
    await orAborted(bus.authenticated, withReplyTimeout(signal));
    socket.write('BEGIN\r\n');
    await bus.call({ ...busDaemon, member: 'Hello' }, signal);
    return bus;
  } catch (failed) {
    bus.close();
    throw failed;
  }
}

/** The path of the socket: the first Unix address in the variable, else the usual path. */
function socketOf({ DBUS_SESSION_BUS_ADDRESS: addresses, XDG_RUNTIME_DIR: runtime }: Environment): string | undefined {
  for (const address of (addresses ?? '').split(';')) {
    const [, kind, name] = /^unix:(?:.*,)?(path|abstract)=([^,]*)/.exec(address) ?? [];
    if (kind && name) return (kind === 'abstract' ? '\0' : '') + decodeURIComponent(name);
  }
  return !addresses && runtime ? join(runtime, 'bus') : undefined;
}

function busOver(socket: Socket): SessionBus & { authenticated: Promise<void> } {
  const authenticated = Promise.withResolvers<void>();
  const disconnected = Promise.withResolvers<never>();
  for (const { promise } of [authenticated, disconnected]) promise.catch(() => undefined);
  const answers = new Map<number, (message: Message) => void>();
  const listeners = new Set<(message: Message) => void>();
  let isAuthenticated = false;
  let buffered = Buffer.alloc(0);
  let serial = 0;

  const end = (why: Error) => {
    authenticated.reject(why);
    disconnected.reject(why);
    socket.destroy();
  };
  const readMessages = (): void => {
    if (!isAuthenticated) {
      const lineEnd = buffered.indexOf('\r\n');
      if (lineEnd < 0) return;
      if (!buffered.toString('latin1').startsWith('OK ')) throw new Error('the session bus refused the connection');
      buffered = buffered.subarray(lineEnd + 2);
      isAuthenticated = true;
      authenticated.resolve();
    }
    for (let parsed = firstMessageIn(buffered); parsed; parsed = firstMessageIn(buffered)) {
      buffered = buffered.subarray(parsed.size);
      const call = parsed.message.fields.get(5);
      if (parsed.message.kind === signalMessage) for (const listener of listeners) listener(parsed.message);
      else if (typeof call === 'number') answers.get(call)?.(parsed.message);
    }
  };
  socket.on('error', end);
  socket.on('close', () => end(new Error('the session bus closed the line')));
  socket.on('data', (bytes) => {
    buffered = Buffer.concat([buffered, bytes]);
    try {
      readMessages();
    } catch (failed) {
      end(failed as Error);
    }
  });

  const call: SessionBus['call'] = async (busCall, signal) => {
    const callSerial = ++serial;
    const replyMessage = new Promise<Message>((resolve) => answers.set(callSerial, resolve));
    socket.write(callBytes(busCall, callSerial));
    const reply = await orAborted(Promise.race([replyMessage, disconnected.promise]), withReplyTimeout(signal)).finally(
      () => answers.delete(callSerial),
    );
    if (reply.kind === methodReturn) return reply.body;
    throw new Error(String(reply.body[0] ?? reply.fields.get(4) ?? 'the bus refused'));
  };
  const listen = async (
    { path, interface: interfaceName, member }: SignalName,
    onBody: (body: BusValue[]) => void,
    signal: AbortSignal,
  ) => {
    const listener = ({ fields, body }: Message) => {
      if (fields.get(1) === path && fields.get(2) === interfaceName && fields.get(3) === member) onBody(body);
    };
    listeners.add(listener);
    const rule = `type='signal',path='${path}',interface='${interfaceName}',member='${member}'`;
    await call({ ...busDaemon, member: 'AddMatch', signature: 's', body: [rule] }, signal);
    return () => listeners.delete(listener);
  };
  return {
    authenticated: authenticated.promise,
    call,
    async waitForSignal(wanted, signal) {
      const signalBody = Promise.withResolvers<BusValue[]>();
      const stop = await listen(wanted, signalBody.resolve, signal);
      return () => orAborted(Promise.race([signalBody.promise, disconnected.promise]), signal).finally(stop);
    },
    async onSignal(wanted, listener, signal) {
      await listen(wanted, listener, signal);
    },
    ended: disconnected.promise.catch(() => undefined),
    close: () => socket.destroy(),
  };
}

function callBytes(
  { to, path, interface: interfaceName, member, signature = '', body = [] }: BusCall,
  serial: number,
): Buffer {
  const content = busBytes(signature, body);
  const fields: BusValue[] = [
    [1, ['o', path]],
    [2, ['s', interfaceName]],
    [3, ['s', member]],
    [6, ['s', to]],
    ...(signature ? [[8, ['g', signature]]] : []),
  ];
  const little = 'l'.charCodeAt(0);
  const head = busBytes('yyyyuua(yv)', [little, methodCall, 0, 1, content.length, serial, fields]);
  return Buffer.concat([head, Buffer.alloc((8 - (head.length % 8)) % 8), content]);
}

/** The first message, if it is complete. Throws for a message that is too long or big-endian. */
function firstMessageIn(bytes: Buffer): { message: Message; size: number } | undefined {
  if (bytes.length < 16) return undefined;
  if (bytes[0] !== 'l'.charCodeAt(0)) throw new Error('the session bus sent a big-endian message');
  const [bodyLength, fieldsLength] = [bytes.readUInt32LE(4), bytes.readUInt32LE(12)];
  if (bodyLength + fieldsLength > maxMessageBytes) throw new Error('the session bus sent a message that is too long');
  const bodyStart = Math.ceil((16 + fieldsLength) / 8) * 8;
  const size = bodyStart + bodyLength;
  if (bytes.length < size) return undefined;
  const [, kind, , , , , listed] = busValues('yyyyuua(yv)', bytes).values;
  const fields = new Map(listed as unknown as [number, BusValue][]);
  const signature = String(fields.get(8) ?? '');
  const isOurs = kind === methodReturn || kind === errorReply || kind === signalMessage;
  const body = isOurs ? busValues(signature, bytes.subarray(bodyStart, size)).values : [];
  return { message: { kind: Number(kind), fields, body }, size };
}

function withReplyTimeout(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(replyTimeoutMs)]);
}

/** Settles like `promise`, unless the signal aborts first. */
async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
