import { setTimeout as wait } from 'node:timers/promises';
import type { DaemonProcess } from '../../daemon-process.ts';
import type { MailServer } from '../mail/mail-server.ts';
import { recentMail, type RecentMail } from '../mail/recent.ts';
import type { ProgramRun } from '../peers/program-runs.ts';
import { watchMemory } from '../report/memory.ts';
import { benchQueries } from './queries.ts';
import { idleMemory, onNewDaemon, untilCovered } from './sync-run.ts';

/** The pause of a simulated user between an answer and the next request. */
const pauseMs = 25;
/** The interval at which a sync is requested. */
const syncIntervalMs = 2_000;

export type UseRun = ProgramRun & {
  idleBytes: number;
  recent: RecentMail;
  /** Until all of the recent mail was listed. */
  recentSeconds: number;
  pages: PageTimes;
  /** Until a request for a sync was acknowledged, in milliseconds. */
  acknowledged: number[];
};

/** The milliseconds of every answer, by request. */
type PageTimes = Record<'list' | 'conversation' | 'search' | 'shell', number[]>;

/** A first sync until search covers all of it, while a simulated user reads, searches and requests a sync all the time. */
export async function useRun(server: MailServer): Promise<UseRun> {
  const recent = recentMail(server.maildir);
  return onNewDaemon(server, async (daemon, began) => {
    const since = () => (performance.now() - began) / 1000;
    const memory = watchMemory(daemon.pid);
    const covered = new AbortController();
    const [seconds, recentSeconds, pages, acknowledged] = await Promise.all([
      untilCovered(daemon, server)
        .then(since)
        .finally(() => covered.abort()),
      untilListed(daemon, recent).then(since),
      readUntil(covered.signal, daemon),
      askForSyncUntil(covered.signal, daemon),
    ]);
    memory.stop();
    const idleBytes = await idleMemory(daemon);
    return { seconds, peakBytes: memory.peak(), idleBytes, recent, recentSeconds, pages, acknowledged };
  });
}

/** Newest first, the last recent message is at the end of a list of the recent messages. */
async function untilListed({ ask }: DaemonProcess, { count, since }: RecentMail): Promise<void> {
  for (;;) {
    const { mailbox } = await ask('mailbox.list', { view: 'messages', limit: 1, offset: count - 1 });
    const [row] = mailbox.groups.flatMap(({ rows }) => rows);
    if (row && Date.parse(row.date) >= since) return;
    await wait(50);
  }
}

async function readUntil(signal: AbortSignal, { ask }: DaemonProcess): Promise<PageTimes> {
  const times: PageTimes = { list: [], conversation: [], search: [], shell: [] };
  const queries = benchQueries();
  for (let turn = 0; !signal.aborted; turn++) {
    const { mailbox } = await timed(times.list, () => ask('mailbox.list', { limit: 100 }));
    const rows = mailbox.groups.flatMap((group) => group.rows);
    const row = rows[turn % rows.length];
    if (row) await timed(times.conversation, () => ask('threads.get', { thread_id: row.thread_id }));
    const { posthorn: q = '' } = queries[turn % queries.length] ?? {};
    await timed(times.search, () => ask('search.find', { q, limit: 100 }));
    await timed(times.shell, () => ask('client.shell', {}));
  }
  return times;
}

async function timed<T>(times: number[], ask: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const answer = await ask();
  times.push(performance.now() - began);
  await wait(pauseMs);
  return answer;
}

async function askForSyncUntil(signal: AbortSignal, { ask }: DaemonProcess): Promise<number[]> {
  const times: number[] = [];
  while (!signal.aborted) {
    await timed(times, () => ask('sync.start', {}));
    await wait(syncIntervalMs);
  }
  return times;
}
