import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startBridge } from '../../bridge/server.ts';
import { testSettings } from '../../bridge/test-settings.ts';
import { systemClock } from '../../daemon/base/clock.ts';
import { silentLog } from '../../daemon/base/log.ts';
import { openEvents, type Events } from '../../daemon/mail/events/events.ts';
import { openActivity, storeFiles } from '../../daemon/store/open.ts';
import type { ReaderMessage, ReaderOptions, ReaderKind, ReaderReport } from './event-readers.ts';

type EventFloodOptions = {
  readers: Record<ReaderKind, number>;
  events: number;
  /** Average characters of an event. */
  meanEventLength: number;
};

export type EventFloodResult = {
  reports: ReaderReport[];
  /** A sentence for each reader that missed or repeated events. */
  faults: string[];
  memory: MemoryFigures;
};

/**
 * Bytes. Resident memory when all were connected, its maximum, and when all had read everything; and memory in use when all
 * were connected, when half of the events were announced, and when all were.
 */
export type MemoryFigures = {
  resident: { before: number; peak: number; after: number };
  used: { before: number; halfWay: number; published: number };
};

/** At most this many events are recorded ahead of the readers that keep up: a slow machine must not make a reader slow. */
const maxLeadEvents = 400;
const burstSize = 50;
const token = 'a-token-of-these-tests-alone';

/**
 * Records events in a log and sends them over a bridge, to readers in another process of which some keep up, some are slow
 * and some are disconnected repeatedly; then lets the slow readers catch up until all have the last event.
 */
export async function runEventFlood(options: EventFloodOptions): Promise<EventFloodResult> {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-events-'));
  const db = await openActivity(storeFiles(folder).activity);
  const log = openEvents({ db, clock: systemClock, log: silentLog });
  const bridge = await startBridge({
    table: {},
    dispatch: () => Promise.reject(new Error('Nothing is asked here.')),
    events: { ...log, visibleAccountIds: () => undefined, onCallersChange: () => () => undefined },
    settings: testSettings,
    token,
    portFile: join(folder, 'bridge-port'),
    log: silentLog,
  });
  const readerProcess = forkReaders();
  try {
    const url = `ws://127.0.0.1:${bridge.port}/api/v1/events`;
    await readerProcess.connect({ url, token, readers: readerKinds(options.readers), events: options.events });
    return await watchReaders(options, log, readerProcess);
  } finally {
    readerProcess.kill();
    await bridge.close();
    log.close();
    db.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function watchReaders(
  options: EventFloodOptions,
  log: Events,
  readerProcess: ReaderProcess,
): Promise<EventFloodResult> {
  const memory = watchOwnMemory();
  try {
    await publishEvents(options, log, readerProcess, () => memory.record('halfWay'));
    memory.record('published');
    const reports = await readerProcess.finish();
    return { reports, faults: reports.flatMap((reading) => faultsOf(reading, options)), memory: memory.figures() };
  } finally {
    memory.stop();
  }
}

async function publishEvents(
  { events, meanEventLength }: EventFloodOptions,
  log: Events,
  { untilRead }: ReaderProcess,
  halfWay: () => void,
): Promise<void> {
  for (let seq = 1; seq <= events; seq++) {
    if (seq === Math.ceil(events / 2)) halfWay();
    // Some are ten times as long as others.
    const message = 'x'.repeat(seq % 10 === 0 ? meanEventLength * 5 : meanEventLength / 2);
    log.announce({ event: 'OperationStarted', operation_id: `${seq}`, operation: 'sync', account_id: null, message });
    if (seq % burstSize !== 0 && seq !== events) continue;
    log.flush();
    await untilRead(seq - maxLeadEvents);
  }
}

function readerKinds(readers: EventFloodOptions['readers']): ReaderKind[] {
  return (Object.keys(readers) as ReaderKind[]).flatMap((kind) => Array<ReaderKind>(readers[kind]).fill(kind));
}

type ReaderProcess = ReturnType<typeof forkReaders>;

/** The readers, in a separate process. */
function forkReaders() {
  const child = fork(join(import.meta.dirname, 'event-readers.ts'));
  const done = nextMessage(child, 'done');
  // An early exit also ends the wait for other news.
  done.catch(() => undefined);
  let read = 0;
  child.on('message', (message: ReaderMessage) => message.is === 'read' && (read = message.upTo));
  return {
    async connect(options: ReaderOptions): Promise<void> {
      child.send(options);
      await nextMessage(child, 'connected');
    },
    /** Waits until the readers that keep up have read up to `seq`; meanwhile the sockets of this process make progress. */
    async untilRead(seq: number): Promise<void> {
      while (read < seq) await nextMessage(child, 'read');
      await new Promise(setImmediate);
    },
    /** Lets the slow readers catch up, and waits until all have the last event. */
    async finish(): Promise<ReaderReport[]> {
      child.send('read on');
      return (await done).reports;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

function nextMessage<Is extends ReaderMessage['is']>(
  child: ChildProcess,
  is: Is,
): Promise<Extract<ReaderMessage, { is: Is }>> {
  return new Promise((resolve, reject) => {
    const unsubscribe = () => {
      child.off('message', onMessage);
      child.off('exit', onExit);
    };
    const onMessage = (message: ReaderMessage) => {
      if (message.is !== is) return;
      unsubscribe();
      resolve(message as Extract<ReaderMessage, { is: Is }>);
    };
    const onExit = (code: number | null) => {
      unsubscribe();
      reject(new Error(`The readers ended early, with ${code}.`));
    };
    child.on('message', onMessage).on('exit', onExit);
  });
}

function faultsOf({ kind, received, outOfOrder, missed, cuts }: ReaderReport, { events }: EventFloodOptions): string[] {
  const reader = `A reader that ${kind === 'keeps up' ? kind : `is ${kind}`}`;
  return [
    ...(received + missed === events
      ? []
      : [`${reader} got ${received} events and was reported to have missed ${missed}.`]),
    ...(outOfOrder === 0 ? [] : [`${reader} got ${outOfOrder} events out of turn or twice.`]),
    ...(kind === 'slow' || missed === 0 ? [] : [`${reader} was reported to have missed ${missed} events.`]),
    ...(kind === 'keeps up' && cuts > 0 ? [`${reader} lost its connection ${cuts} times.`] : []),
  ];
}

function watchOwnMemory() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const inUse = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const used = { before: inUse(), halfWay: 0, published: 0 };
  const before = process.memoryUsage.rss();
  let peak = before;
  const sample = () => (peak = Math.max(peak, process.memoryUsage.rss()));
  const timer = setInterval(sample, 50);
  return {
    record: (moment: 'halfWay' | 'published') => void (used[moment] = inUse()),
    stop: () => clearInterval(timer),
    figures: (): MemoryFigures => ({ used, resident: { before, peak: sample(), after: process.memoryUsage.rss() } }),
  };
}
