import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { busBytes, busValues, type BusValue } from './keychain-bus-values.ts';
import type { Environment } from './paths.ts';

/** A method of an object on the bus, and what it is called with. */
export type BusCall = {
  to: string;
  path: string;
  interface: string;
  member: string;
  signature?: string;
  body?: readonly BusValue[];
};

export type SessionBus = {
  /** Gives what the method answers. Rejects with its error, when the line is lost, and when the signal aborts. */
  call(call: BusCall, signal: AbortSignal): Promise<BusValue[]>;
  /** Begins to listen; what it gives resolves with what the next such signal of that object says. */
  next(wanted: Omit<BusCall, 'to' | 'signature' | 'body'>, signal: AbortSignal): Promise<() => Promise<BusValue[]>>;
  close(): void;
};

type Message = {
  kind: number;
  body: BusValue[];
  /** By number: 1 path, 2 interface, 3 member, 4 error, 5 the call it answers, 8 the signature of the body. */
  fields: ReadonlyMap<number, BusValue>;
};

const [methodCall, answer, error, told] = [1, 2, 3, 4];
/** The bus and what is on it answer at once, or something is wrong: milliseconds. Only people take their time. */
const longestAnswer = 10_000;
/** What a Secret Service says of locks is short. */
const longest = 1_000_000;
const theBus = { to: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' };

/**
 * A line to the session bus of the person who is signed in (D-Bus specification 0.43), on Linux and its like; undefined
 * where there is none that a Unix socket leads to. Rejects where it does not take us.
 */
export async function openSessionBus(env: Environment, signal: AbortSignal): Promise<SessionBus | undefined> {
  const path = socketOf(env);
  if (path === undefined) return undefined;
  const socket = createConnection(path);
  const bus = talkOver(socket);
  try {
    const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
    socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
    await settled(bus.admitted, soon(signal));
    socket.write('BEGIN\r\n');
    await bus.call({ ...theBus, member: 'Hello' }, signal);
    return bus;
  } catch (failed) {
    bus.close();
    throw failed;
  }
}

/** Where the socket is: the first address that is one, else the usual place. */
function socketOf({ DBUS_SESSION_BUS_ADDRESS: addresses, XDG_RUNTIME_DIR: runtime }: Environment): string | undefined {
  for (const address of (addresses ?? '').split(';')) {
    const [, kind, name] = /^unix:(?:.*,)?(path|abstract)=([^,]*)/.exec(address) ?? [];
    if (kind && name) return (kind === 'abstract' ? '\0' : '') + decodeURIComponent(name);
  }
  return !addresses && runtime ? join(runtime, 'bus') : undefined;
}

function talkOver(socket: Socket): SessionBus & { admitted: Promise<void> } {
  const admitted = Promise.withResolvers<void>();
  const lost = Promise.withResolvers<never>();
  for (const { promise } of [admitted, lost]) promise.catch(() => undefined);
  const answers = new Map<number, (message: Message) => void>();
  const listeners = new Set<(message: Message) => void>();
  let isAdmitted = false;
  let held = Buffer.alloc(0);
  let serial = 0;

  const end = (why: Error) => {
    admitted.reject(why);
    lost.reject(why);
    socket.destroy();
  };
  const take = (): void => {
    if (!isAdmitted) {
      const lineEnd = held.indexOf('\r\n');
      if (lineEnd < 0) return;
      if (!held.toString('latin1').startsWith('OK ')) throw new Error('the session bus did not admit Posthorn');
      held = held.subarray(lineEnd + 2);
      isAdmitted = true;
      admitted.resolve();
    }
    for (let taken = messageIn(held); taken; taken = messageIn(held)) {
      held = held.subarray(taken.size);
      const call = taken.message.fields.get(5);
      if (taken.message.kind === told) for (const listener of listeners) listener(taken.message);
      else if (typeof call === 'number') answers.get(call)?.(taken.message);
    }
  };
  socket.on('error', end);
  socket.on('close', () => end(new Error('the session bus closed the line')));
  socket.on('data', (bytes) => {
    held = Buffer.concat([held, bytes]);
    try {
      take();
    } catch (failed) {
      end(failed as Error);
    }
  });

  const call: SessionBus['call'] = async (wanted, signal) => {
    const own = ++serial;
    const answered = new Promise<Message>((resolve) => answers.set(own, resolve));
    socket.write(callBytes(wanted, own));
    const reply = await settled(Promise.race([answered, lost.promise]), soon(signal)).finally(() =>
      answers.delete(own),
    );
    if (reply.kind === answer) return reply.body;
    throw new Error(String(reply.body[0] ?? reply.fields.get(4) ?? 'the bus refused'));
  };
  return {
    admitted: admitted.promise,
    call,
    async next({ path, interface: face, member }, signal) {
      const heard = Promise.withResolvers<BusValue[]>();
      const listener = ({ fields, body }: Message) => {
        if (fields.get(1) === path && fields.get(2) === face && fields.get(3) === member) heard.resolve(body);
      };
      listeners.add(listener);
      const rule = `type='signal',path='${path}',interface='${face}',member='${member}'`;
      await call({ ...theBus, member: 'AddMatch', signature: 's', body: [rule] }, signal);
      return () =>
        settled(Promise.race([heard.promise, lost.promise]), signal).finally(() => listeners.delete(listener));
    },
    close: () => socket.destroy(),
  };
}

function callBytes({ to, path, interface: face, member, signature = '', body = [] }: BusCall, serial: number): Buffer {
  const content = busBytes(signature, body);
  const fields: BusValue[] = [
    [1, ['o', path]],
    [2, ['s', face]],
    [3, ['s', member]],
    [6, ['s', to]],
    ...(signature ? [[8, ['g', signature]]] : []),
  ];
  const little = 'l'.charCodeAt(0);
  const head = busBytes('yyyyuua(yv)', [little, methodCall, 0, 1, content.length, serial, fields]);
  return Buffer.concat([head, Buffer.alloc((8 - (head.length % 8)) % 8), content]);
}

/** The first message, where it is there whole. Throws for one that is too long, or written big-endian. */
function messageIn(bytes: Buffer): { message: Message; size: number } | undefined {
  if (bytes.length < 16) return undefined;
  if (bytes[0] !== 'l'.charCodeAt(0)) throw new Error('the session bus speaks big-endian');
  const [bodyLength, fieldsLength] = [bytes.readUInt32LE(4), bytes.readUInt32LE(12)];
  if (bodyLength + fieldsLength > longest) throw new Error('the session bus sent a message that is too long');
  const bodyStart = Math.ceil((16 + fieldsLength) / 8) * 8;
  const size = bodyStart + bodyLength;
  if (bytes.length < size) return undefined;
  const [, kind, , , , , listed] = busValues('yyyyuua(yv)', bytes).values;
  const fields = new Map(listed as unknown as [number, BusValue][]);
  const signature = String(fields.get(8) ?? '');
  const isOurs = kind === answer || kind === error || kind === told;
  const body = isOurs ? busValues(signature, bytes.subarray(bodyStart, size)).values : [];
  return { message: { kind: Number(kind), fields, body }, size };
}

function soon(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(longestAnswer)]);
}

/** What `promise` comes to, unless the signal aborts before. */
async function settled<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const broken = Promise.withResolvers<never>();
  const breakOff = () => broken.reject(signal.reason);
  signal.addEventListener('abort', breakOff, { once: true });
  try {
    return await Promise.race([promise, broken.promise]);
  } finally {
    signal.removeEventListener('abort', breakOff);
  }
}
