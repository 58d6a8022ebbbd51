/**
 * The clients of `event-flood.ts`, in a separate process: `fork` it, send it an `Order`, and it answers with `News`.
 * Readers that keep up read at once; slow readers read a little at intervals until they may read everything; readers that
 * are cut lose their connection repeatedly, and reconnect with the last event they saw.
 */
import { WebSocket, type RawData } from 'ws';
import type { Event } from '../../daemon/contract/events.ts';

export type ReaderKind = 'keeps up' | 'slow' | 'cut';
export type ReaderOptions = { url: string; token: string; readers: readonly ReaderKind[]; events: number };

/** What a reader has received. Events are numbered from 1 without a gap, so `got` is complete if none came out of order. */
export type ReaderReport = {
  kind: ReaderKind;
  received: number;
  outOfOrder: number;
  /** How many events it was reported to have missed. */
  missed: number;
  /** How often its connection ended, for whatever reason. */
  cuts: number;
  last: number;
};

export type ReaderMessage =
  | { is: 'connected' }
  /** All readers that keep up have read up to here. */
  | { is: 'read'; upTo: number }
  | { is: 'done'; reports: ReaderReport[] };

const slowReadIntervalMs = 2_000;
const reportIntervalMs = 20;
/** The connection of a reader that is cut ends each time it has read this many more events. */
const disconnectAfterEvents = 400;

const { promise: readerOptions, resolve: resolveOptions } = Promise.withResolvers<ReaderOptions>();
const { promise: readOnRequested, resolve: requestReadOn } = Promise.withResolvers<void>();
let mayReadOn = false;
void readOnRequested.then(() => (mayReadOn = true));
process.on('message', (message: ReaderOptions | 'read on') =>
  message === 'read on' ? requestReadOn() : resolveOptions(message),
);
await run(await readerOptions);

async function run({ url, token, readers, events }: ReaderOptions): Promise<void> {
  const open = (kind: ReaderKind) => openReader({ url, protocols: ['bearer', token], kind });
  const opened = await Promise.all(readers.map(open));
  const reports = opened.map(({ report: reading }) => reading);
  send({ is: 'connected' });
  const fastReports = reports.filter(({ kind }) => kind === 'keeps up');
  const reportTimer = setInterval(() => {
    send({ is: 'read', upTo: Math.min(...fastReports.map(({ last }) => last)) });
    if (reports.some(({ last }) => last < events)) return;
    clearInterval(reportTimer);
    for (const { close } of opened) close();
    send({ is: 'done', reports });
    process.disconnect();
  }, reportIntervalMs);
}

function send(message: ReaderMessage): void {
  process.send?.(message);
}

type OpenReaderOptions = { url: string; protocols: string[]; kind: ReaderKind };

async function openReader({ url, protocols, kind }: OpenReaderOptions) {
  const report: ReaderReport = { kind, received: 0, outOfOrder: 0, missed: 0, cuts: 0, last: 0 };
  let isClosing = false;
  let current: WebSocket | undefined;

  const connect = (since?: number) => {
    const socket = new WebSocket(since === undefined ? url : `${url}?since=${since}`, protocols);
    current = socket;
    let remaining = disconnectAfterEvents;
    socket.on('message', (frame: RawData) => {
      recordEvent(report, JSON.parse((frame as Buffer).toString()) as Event);
      if (kind === 'cut' && --remaining === 0) socket.terminate();
    });
    socket.on('close', () => {
      if (isClosing) return;
      report.cuts++;
      void connect(report.last);
    });
    if (kind === 'slow' && !mayReadOn) readSlowly(socket);
    return new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
  };

  await connect();
  return {
    report,
    close(): void {
      isClosing = true;
      current?.terminate();
    },
  };
}

function recordEvent(report: ReaderReport, event: Event): void {
  if (event.event === 'EventsLagged') report.missed += event.skipped;
  else {
    report.received++;
    if (event.seq <= report.last) report.outOfOrder++;
  }
  report.last = event.seq;
}

/** Reads one chunk every two seconds, until it may read everything. */
function readSlowly(socket: WebSocket): void {
  const timer = setInterval(() => {
    socket.resume();
    setImmediate(() => socket.pause());
  }, slowReadIntervalMs);
  socket.once('close', () => clearInterval(timer));
  socket.once('open', () => !mayReadOn && socket.pause());
  void readOnRequested.then(() => {
    clearInterval(timer);
    // Otherwise a pending pause would take effect last.
    setImmediate(() => socket.resume());
  });
}
