import { instantOf, type Clock } from '../../base/clock.ts';
import { diskProblemOf } from '../../base/disk-failure.ts';
import type { Log } from '../../base/log.ts';
import type { Loop } from '../../base/loop.ts';
import { createWakeSignal } from '../../base/wake-signal.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import type { DeliveryReadings, DeliveryRequest } from '../../mail/deliveries/read-deliveries.ts';
import {
  confirmReadings,
  forgetUnsettled,
  newestMessage,
  nextMessageAfter,
  saveScannedPart,
  scannedUpTo,
  unsettledMessages,
} from '../../mail/deliveries/scan.ts';
import type { ConfirmEvidence } from '../../mail/deliveries/confirmation.ts';
import type { DeliveryChanges } from '../../mail/deliveries/store.ts';
import type { WriteDb } from '../../store/db.ts';
import { scanTasks, type PartRequest, type ScanQueue } from './scan-task.ts';

type DeliveryLoopDeps = {
  db: WriteDb;
  clock: Clock;
  log: Log;
  accounts: () => readonly Account[];
  forwarders: () => readonly string[];
  /** Whether mail is looked through after a sync. */
  isEnabled: () => boolean;
  /** Looks through a part of the mail on a worker. */
  readDeliveries: (request: DeliveryRequest) => Promise<DeliveryReadings>;
  confirm: ConfirmEvidence;
  announceChanges: (changes: readonly DeliveryChanges[]) => void;
  announce: Parameters<typeof scanTasks>[0]['announce'];
};

export type DeliveryLoop = Loop & {
  /** Mail has been stored. */
  notify(): void;
  scan: ScanQueue['scan'];
  cancel: ScanQueue['cancel'];
};

const dayMs = 86_400_000;
/** Mail that is older when it comes, as in a first sync, tells of parcels that have long arrived. */
const scannedDays = 90;
const maxUnsettled = 50;
/** The time until a worker has restarted, with a margin, in milliseconds. */
const workerRestartMs = 3_000;

/** Looks for deliveries in mail that has come since the last time, and in all mail when it is asked to, one after the other. */
export function deliveryLoop(deps: DeliveryLoopDeps): DeliveryLoop {
  const { db, clock, isEnabled } = deps;
  const wakeSignal = createWakeSignal(clock);
  const tasks = scanTasks({ ...deps, readPart: (request, signal) => readPart(deps, request, signal) }, () =>
    wakeSignal.notify(),
  );
  return {
    name: 'deliveries',
    notify: () => wakeSignal.notify(),
    scan: tasks.scan,
    cancel: tasks.cancel,
    async run(signal) {
      signal.addEventListener('abort', tasks.stop, { once: true });
      while (!signal.aborted) {
        await tasks.runNext(signal);
        if (isEnabled() && scannedUpTo(db) < newestMessage(db))
          await scanNewMail(deps, signal, () => tasks.count() > 0);
        if (tasks.count() === 0) await wakeSignal.wait(undefined, signal);
      }
    },
  };
}

/** Goes on until all mail has been looked through, or a client asks for a scan. */
async function scanNewMail(deps: DeliveryLoopDeps, signal: AbortSignal, isAsked: () => boolean): Promise<void> {
  const { db, clock, isEnabled, announceChanges, confirm } = deps;
  await readUnsettled(deps, signal);
  const since = Math.floor((clock.now().getTime() - scannedDays * dayMs) / 1000);
  while (!signal.aborted && isEnabled() && !isAsked()) {
    const after = scannedUpTo(db);
    const newest = newestMessage(db);
    const part = await readPart(deps, { range: { after, by: 'id' }, since }, signal);
    if (!part || signal.aborted) return;
    const last = part.last ?? Math.max(newest, after);
    const readings = await confirmReadings(confirm, part.readings);
    announceChanges(saveScannedPart(db, { ...part, readings, last }, instantOf(clock.now())));
    if (part.last === undefined) return;
  }
}

/** Reads mail again whose sender was still being checked. */
async function readUnsettled(deps: DeliveryLoopDeps, signal: AbortSignal): Promise<void> {
  const { db, clock, confirm, announceChanges } = deps;
  const messages = unsettledMessages(db, maxUnsettled);
  if (messages.length === 0) return;
  const part = await readPart(deps, { range: { messages }, since: 0 }, signal);
  if (!part || signal.aborted) return;
  const readings = await confirmReadings(confirm, part.readings);
  announceChanges(saveScannedPart(db, { ...part, readings, last: scannedUpTo(db) }, instantOf(clock.now())));
}

/**
 * Reads a part of the mail. If the worker fails, the messages are read one by one, and one on which it fails again is passed over.
 * Undefined when the daemon stops.
 */
async function readPart(
  deps: DeliveryLoopDeps,
  { accounts = deps.accounts(), ...part }: PartRequest,
  signal: AbortSignal,
): Promise<DeliveryReadings | undefined> {
  const { db, clock, log, readDeliveries, forwarders } = deps;
  const request = { ...part, accounts, forwarders: forwarders() };
  try {
    return await readDeliveries(request);
  } catch (failed) {
    if (signal.aborted) return undefined;
    if (diskProblemOf(failed) !== undefined) throw failed;
    log.warn({ err: failed }, 'mail could not be looked through for deliveries together and is read one by one');
  }
  await clock.wait(workerRestartMs, signal);
  try {
    return await readDeliveries({ ...request, isSingle: true });
  } catch (failed) {
    if (signal.aborted) return undefined;
    if (diskProblemOf(failed) !== undefined) throw failed;
    if ('messages' in part.range) forgetUnsettled(db, part.range.messages);
    const skipped = nextMessageAfter(db, part.range);
    log.error({ err: failed, message: skipped }, 'a message could not be looked through for deliveries and is left');
    return { scanned: 1, shortlisted: 0, last: skipped, readings: [], unsettled: [] };
  }
}
