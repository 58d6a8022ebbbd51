import { setTimeout as wait } from 'node:timers/promises';
import { dovecotAccount } from '../../peers/support/dovecot-account.ts';
import { openEventStream, type EventStream } from '../../peers/support/event-stream.ts';
import { makeHome, startDaemon, type DaemonProcess } from '../../daemon-process.ts';
import type { MailServer } from '../mail/mail-server.ts';
import type { ProgramRun } from '../peers/program-runs.ts';
import { idleMemoryBytes, watchMemory } from '../report/memory.ts';
import { median } from '../report/table.ts';

export type SyncRun = ProgramRun & {
  /** The memory of the process after the work and after a first page. */
  idleBytes: number;
  /** A pass without changes, from its request until the client receives the event of its end: the median of fifteen. */
  resyncMilliseconds: number;
  /** The time of those passes themselves; the rest is the request and the event. */
  passMilliseconds: number;
};

/** A new Posthorn syncs the account, from the start of its process until search covers all of it. */
export async function syncRun(server: MailServer): Promise<SyncRun> {
  return onNewDaemon(server, async (daemon, began) => {
    const memory = watchMemory(daemon.pid);
    await untilCovered(daemon, server);
    const seconds = (performance.now() - began) / 1000;
    memory.stop();
    const idleBytes = await idleMemory(daemon);
    return { seconds, peakBytes: memory.peak(), idleBytes, ...(await resyncTimes(daemon)) };
  });
}

/** Does the work with a daemon that has just started its first sync; `began` is when its process was started. */
export async function onNewDaemon<T>(
  { dovecot, owner }: MailServer,
  work: (daemon: DaemonProcess, began: number) => Promise<T>,
): Promise<T> {
  const home = makeHome([dovecotAccount(dovecot, owner)]);
  let daemon: DaemonProcess | undefined;
  try {
    const began = performance.now();
    daemon = await startDaemon(home, { caFile: dovecot.caFile, isBundled: true });
    const result = await work(daemon, began);
    await daemon.stop();
    return result;
  } catch (failed) {
    await daemon?.kill();
    throw failed;
  } finally {
    home.remove();
  }
}

/** Waits until the first pass has ended and search covers every message. Throws if a pass fails or mail is missing. */
export async function untilCovered({ ask }: DaemonProcess, { maildir }: MailServer): Promise<void> {
  for (;;) {
    const { sync_statuses, search_coverage } = await ask('admin.status', {});
    const [status] = sync_statuses;
    if (status?.last_error) throw new Error(`The sync failed: ${status.last_error}`);
    if (status?.last_success_at) {
      const { indexed, stored } = search_coverage;
      if (stored !== maildir.count) throw new Error(`The sync brought ${stored} of ${maildir.count} messages.`);
      if (indexed === stored) return;
    }
    await wait(100);
  }
}

/** The memory of the process once it has answered with a page and is at rest, in bytes. */
export async function idleMemory({ ask, pid }: DaemonProcess): Promise<number> {
  await ask('mailbox.list', { limit: 50 });
  return idleMemoryBytes(pid);
}

async function resyncTimes(daemon: DaemonProcess): Promise<Pick<SyncRun, 'resyncMilliseconds' | 'passMilliseconds'>> {
  const line = await openEventStream(daemon);
  const whole: number[] = [];
  const passes: number[] = [];
  while (whole.length < 15) {
    whole.push(await resyncTime(daemon, line));
    passes.push(await lastPassTime(daemon));
    await wait(100);
  }
  line.close();
  return { resyncMilliseconds: median(whole), passMilliseconds: median(passes) };
}

async function resyncTime({ ask }: DaemonProcess, line: EventStream): Promise<number> {
  line.clear();
  const began = performance.now();
  await ask('sync.start', {});
  const { seq: start } = await line.next('SyncStarted');
  const { ok, error, messages_synced } = await line.next('SyncFinished', ({ seq }) => seq > start);
  const milliseconds = performance.now() - began;
  if (!ok) throw new Error(`The sync failed: ${error}`);
  if (messages_synced > 0) throw new Error(`${messages_synced} messages came that the mailbox has had before.`);
  return milliseconds;
}

async function lastPassTime({ ask }: DaemonProcess): Promise<number> {
  const [status] = (await ask('admin.status', {})).sync_statuses;
  return Date.parse(status?.last_success_at ?? '') - Date.parse(status?.last_attempt_at ?? '');
}
