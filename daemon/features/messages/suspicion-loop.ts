import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Loop } from '../../base/loop.ts';
import { readBatch } from '../../base/read-batch.ts';
import { createWakeSignal } from '../../base/wake-signal.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import {
  isMarkedSuspicious,
  nextToAssess,
  outdatedSuspicions,
  resumeSuspicionScan,
  saveSuspicions,
  type Suspicion,
  type SuspicionBatch,
  type SuspicionRequest,
} from '../../mail/authentication/suspicious-messages.ts';
import type { WriteDb } from '../../store/db.ts';

type SuspicionLoopDeps = {
  db: WriteDb;
  clock: Clock;
  log: Log;
  accounts: () => readonly Account[];
  forwarders: () => readonly string[];
  /** Whether a pass of an account or an import is running. */
  isStoring: () => boolean;
  /** Assesses messages on a worker. */
  readSuspicions: (request: SuspicionRequest) => Promise<Suspicion[]>;
  /** The marks of messages of an account have changed, all by internal id. */
  onChanged: (account: number, messages: number[]) => void;
};

type SuspicionLoop = Loop & {
  /** Mail was stored, a first sync is complete, or the settings have changed. */
  notify(): void;
  /** More is known about a message, by internal id. */
  reassess(message: number): void;
};

/** The number of messages that are read at once, which limits the wait of other readers. */
const batchSize = 4;
/**
 * In a large mailbox, other work goes before a message that waits: after each batch there is a pause. While much mail is
 * stored, the pause is long: each message changes what is known of correspondents, which makes an assessment slow.
 */
const pauseMs = 100;
const longPauseMs = 2_000;
const largeMailbox = 1_000;
const largeImport = 50;

/**
 * Assesses messages for the marks in lists: new mail when it arrives, and then the mail that was stored before. A message is
 * assessed again when the user has written to its sender, or when its signatures have been checked.
 */
export function suspicionLoop(deps: SuspicionLoopDeps): SuspicionLoop {
  const { db, clock, forwarders } = deps;
  const wakeSignal = createWakeSignal(clock);
  const checked = new Set<number>();
  return {
    name: 'suspicious mail',
    notify: () => wakeSignal.notify(),
    reassess(message) {
      checked.add(message);
      wakeSignal.notify();
    },
    async run(signal) {
      while (!signal.aborted) {
        await assessAgain(deps, checked, signal);
        const batch = nextToAssess(db, resumeSuspicionScan(db, { forwarders: forwarders() }), batchSize);
        if (batch) await assessNext(deps, batch, signal);
        else await wakeSignal.wait(undefined, signal);
      }
    },
  };
}

async function assessAgain(deps: SuspicionLoopDeps, checked: Set<number>, signal: AbortSignal): Promise<void> {
  const { db } = deps;
  const marked = [...checked].filter((message) => isMarkedSuspicious(db, message));
  checked.clear();
  const messages = [...new Set([...marked, ...outdatedSuspicions(db, batchSize)])];
  if (messages.length > 0) await assess(deps, { messages }, signal);
}

async function assessNext(deps: SuspicionLoopDeps, batch: SuspicionBatch, signal: AbortSignal): Promise<void> {
  await assess(deps, batch, signal);
  if (signal.aborted) return;
  const isStoring = deps.isStoring();
  const isOneOfMany =
    batch.messages.length === batchSize && (batch.messages[0] ?? 0) > (isStoring ? largeImport : largeMailbox);
  if (!isOneOfMany) await nextTurn();
  // The pause spares the computer, so it follows the clock of the computer. An aborted signal ends it early.
  else await wait(isStoring ? longPauseMs : pauseMs, undefined, { signal }).catch(() => undefined);
}

/** A message that cannot be read has no mark. */
async function assess(
  deps: SuspicionLoopDeps,
  { messages, scan }: Pick<SuspicionBatch, 'messages'> & Partial<SuspicionBatch>,
  signal: AbortSignal,
): Promise<void> {
  const { db, accounts, forwarders, readSuspicions, onChanged } = deps;
  const read = (ids: readonly number[]) =>
    readSuspicions({ messages: ids, accounts: accounts(), forwarders: forwarders() });
  const failed = (message: number) => [{ message, sent: 0, isSuspicious: false, isWithinAccount: false }];
  const suspicions = messages.length === 0 ? [] : await readBatch({ ...deps, read, failed }, messages, signal);
  if (signal.aborted) return;
  const changed = saveSuspicions(db, suspicions, scan);
  for (const [account, own] of Map.groupBy(changed, ({ account: id }) => id))
    onChanged(
      account,
      own.map(({ message }) => message),
    );
}
