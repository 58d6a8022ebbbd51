/**
 * The clients of `event-flood.ts`, in a process of their own: `fork` it, send it an `Order`, and it answers with `News`.
 * Those that keep up read what comes; the slow ones read a sip now and then until they are told to read on; those that
 * are cut lose their connection again and again, and come back with the last event they saw.
 */
import { WebSocket, type RawData } from 'ws';
import type { Event } from '../../daemon/contract/events.ts';

export type ReaderKind = 'keeps up' | 'slow' | 'cut';
export type Order = { url: string; token: string; readers: readonly ReaderKind[]; events: number };

/** What a reader has been told. Events are numbered from 1 without a gap, so `got` says all if none came out of turn. */
export type Reading = {
  kind: ReaderKind;
  got: number;
  outOfTurn: number;
  /** How many it was told to have missed. */
  missed: number;
  /** How often its connection ended, whoever ended it. */
  cuts: number;
  last: number;
};

export type News =
  | { is: 'connected' }
  /** All that keep up have read up to here. */
  | { is: 'read'; upTo: number }
  | { is: 'done'; readings: Reading[] };

const sipEvery = 2_000;
const tellEvery = 20;
/** A connection of a reader that is cut ends each time it has read so many events more. */
const cutAfter = 400;

const { promise: order, resolve: takeOrder } = Promise.withResolvers<Order>();
const { promise: finish, resolve: readOn } = Promise.withResolvers<void>();
let mayReadOn = false;
void finish.then(() => (mayReadOn = true));
process.on('message', (message: Order | 'read on') => (message === 'read on' ? readOn() : takeOrder(message)));
await run(await order);

async function run({ url, token, readers, events }: Order): Promise<void> {
  const open = (kind: ReaderKind) => openReader({ url, protocols: ['bearer', token], kind });
  const opened = await Promise.all(readers.map(open));
  const readings = opened.map(({ reading }) => reading);
  tell({ is: 'connected' });
  const keeping = readings.filter(({ kind }) => kind === 'keeps up');
  const telling = setInterval(() => {
    tell({ is: 'read', upTo: Math.min(...keeping.map(({ last }) => last)) });
    if (readings.some(({ last }) => last < events)) return;
    clearInterval(telling);
    for (const { close } of opened) close();
    tell({ is: 'done', readings });
    process.disconnect();
  }, tellEvery);
}

function tell(news: News): void {
  process.send?.(news);
}

type Wish = { url: string; protocols: string[]; kind: ReaderKind };

async function openReader({ url, protocols, kind }: Wish) {
  const reading: Reading = { kind, got: 0, outOfTurn: 0, missed: 0, cuts: 0, last: 0 };
  let isClosing = false;
  let current: WebSocket | undefined;

  const connect = (since?: number) => {
    const socket = new WebSocket(since === undefined ? url : `${url}?since=${since}`, protocols);
    current = socket;
    let left = cutAfter;
    socket.on('message', (frame: RawData) => {
      note(reading, JSON.parse((frame as Buffer).toString()) as Event);
      if (kind === 'cut' && --left === 0) socket.terminate();
    });
    socket.on('close', () => {
      if (isClosing) return;
      reading.cuts++;
      void connect(reading.last);
    });
    if (kind === 'slow' && !mayReadOn) sip(socket);
    return new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
  };

  await connect();
  return {
    reading,
    close(): void {
      isClosing = true;
      current?.terminate();
    },
  };
}

function note(reading: Reading, event: Event): void {
  if (event.event === 'EventsLagged') reading.missed += event.skipped;
  else {
    reading.got++;
    if (event.seq <= reading.last) reading.outOfTurn++;
  }
  reading.last = event.seq;
}

/** Reads one piece of what has come every two seconds, until all may be read. */
function sip(socket: WebSocket): void {
  const sipping = setInterval(() => {
    socket.resume();
    setImmediate(() => socket.pause());
  }, sipEvery);
  socket.once('close', () => clearInterval(sipping));
  socket.once('open', () => !mayReadOn && socket.pause());
  void finish.then(() => {
    clearInterval(sipping);
    // A pause that is still to come would be the last word otherwise.
    setImmediate(() => socket.resume());
  });
}
