import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startBridge } from '../../bridge/server.ts';
import { systemClock } from '../../daemon/base/clock.ts';
import { silentLog } from '../../daemon/base/log.ts';
import { openEvents, type Events } from '../../daemon/mail/events.ts';
import { openActivity, storeFiles } from '../../daemon/store/open.ts';
import type { News, Order, ReaderKind, Reading } from './event-readers.ts';

export type Flood = {
  readers: Record<ReaderKind, number>;
  events: number;
  /** Characters of one event, in the mean. */
  size: number;
};

export type Aftermath = {
  readings: Reading[];
  /** What somebody missed or had twice, a sentence each. */
  faults: string[];
  memory: MemoryFigures;
};

/**
 * Bytes. Resident when all were connected, at the most, and when all had read everything; and what was in use when all
 * were connected, when half of the events were told, and when all were.
 */
export type MemoryFigures = {
  resident: { before: number; peak: number; after: number };
  used: { before: number; halfWay: number; told: number };
};

/** Events are recorded no faster than by so many ahead of those that keep up: nobody is slow because the machine is. */
const ahead = 400;
const inOneMoment = 50;
const token = 'a-token-of-these-tests-alone';

/**
 * Records events in a log of its own and tells them over a bridge, to readers in another process of whom some keep up,
 * some are slow and some are cut off again and again; then lets the slow ones read on until everybody has the last one.
 */
export async function surviveFlood(flood: Flood): Promise<Aftermath> {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-events-'));
  const db = await openActivity(storeFiles(folder).activity);
  const log = openEvents({ db, clock: systemClock, log: silentLog });
  const bridge = await startBridge({
    table: {},
    dispatch: () => Promise.reject(new Error('Nothing is asked here.')),
    events: { ...log, audienceOf: () => undefined },
    settings: { bind: '127.0.0.1', port: 0, host_allowlist: [], cors_allowlist: [], auto_local_token: false },
    token,
    portFile: join(folder, 'bridge-port'),
    log: silentLog,
  });
  const crowd = forkCrowd();
  try {
    const url = `ws://127.0.0.1:${bridge.port}/api/v1/events`;
    await crowd.connect({ url, token, readers: kindsOf(flood.readers), events: flood.events });
    return await watchReaders(flood, log, crowd);
  } finally {
    crowd.kill();
    await bridge.close();
    log.close();
    db.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function watchReaders(flood: Flood, log: Events, crowd: Crowd): Promise<Aftermath> {
  const memory = watchOwnMemory();
  try {
    await pour(flood, log, crowd, () => memory.note('halfWay'));
    memory.note('told');
    const readings = await crowd.finish();
    return { readings, faults: readings.flatMap((reading) => faultsOf(reading, flood)), memory: memory.figures() };
  } finally {
    memory.stop();
  }
}

async function pour({ events, size }: Flood, log: Events, { untilRead }: Crowd, halfWay: () => void): Promise<void> {
  for (let seq = 1; seq <= events; seq++) {
    if (seq === Math.ceil(events / 2)) halfWay();
    // Some are ten times as long as others.
    const message = 'x'.repeat(seq % 10 === 0 ? size * 5 : size / 2);
    log.announce({ event: 'OperationStarted', operation_id: `${seq}`, operation: 'sync', account_id: null, message });
    if (seq % inOneMoment !== 0 && seq !== events) continue;
    log.flush();
    await untilRead(seq - ahead);
  }
}

function kindsOf(readers: Flood['readers']): ReaderKind[] {
  return (Object.keys(readers) as ReaderKind[]).flatMap((kind) => Array<ReaderKind>(readers[kind]).fill(kind));
}

type Crowd = ReturnType<typeof forkCrowd>;

/** The readers, in a process of their own. */
function forkCrowd() {
  const child = fork(join(import.meta.dirname, 'event-readers.ts'));
  const done = newsOf(child, 'done');
  // Whoever waits for other news hears of an early end as well.
  done.catch(() => undefined);
  let read = 0;
  child.on('message', (news: News) => news.is === 'read' && (read = news.upTo));
  return {
    async connect(order: Order): Promise<void> {
      child.send(order);
      await newsOf(child, 'connected');
    },
    /** Waits until those that keep up have read so far; each time the sockets of this process get on as well. */
    async untilRead(seq: number): Promise<void> {
      while (read < seq) await newsOf(child, 'read');
      await new Promise(setImmediate);
    },
    /** Has the slow ones read on, and waits until all have the last event. */
    async finish(): Promise<Reading[]> {
      child.send('read on');
      return (await done).readings;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

function newsOf<Is extends News['is']>(child: ChildProcess, is: Is): Promise<Extract<News, { is: Is }>> {
  return new Promise((resolve, reject) => {
    const end = () => {
      child.off('message', hear);
      child.off('exit', fail);
    };
    const hear = (news: News) => {
      if (news.is !== is) return;
      end();
      resolve(news as Extract<News, { is: Is }>);
    };
    const fail = (code: number | null) => {
      end();
      reject(new Error(`The readers ended early, with ${code}.`));
    };
    child.on('message', hear).on('exit', fail);
  });
}

function faultsOf({ kind, got, outOfTurn, missed, cuts }: Reading, { events }: Flood): string[] {
  const whose = `A reader that ${kind === 'keeps up' ? kind : `is ${kind}`}`;
  return [
    ...(got + missed === events ? [] : [`${whose} got ${got} events and was told to have missed ${missed}.`]),
    ...(outOfTurn === 0 ? [] : [`${whose} got ${outOfTurn} events out of turn or twice.`]),
    ...(kind === 'slow' || missed === 0 ? [] : [`${whose} was told to have missed ${missed} events.`]),
    ...(kind === 'keeps up' && cuts > 0 ? [`${whose} lost its connection ${cuts} times.`] : []),
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
  const used = { before: inUse(), halfWay: 0, told: 0 };
  const before = process.memoryUsage.rss();
  let peak = before;
  const look = () => (peak = Math.max(peak, process.memoryUsage.rss()));
  const timer = setInterval(look, 50);
  return {
    note: (moment: 'halfWay' | 'told') => void (used[moment] = inUse()),
    stop: () => clearInterval(timer),
    figures: (): MemoryFigures => ({ used, resident: { before, peak: look(), after: process.memoryUsage.rss() } }),
  };
}
