import { orRejectOnAbort } from '../../base/abort.ts';
import type { Clock } from '../../base/clock.ts';
import { diskProblemOf } from '../../base/disk-failure.ts';
import type { Log } from '../../base/log.ts';
import type { Loop } from '../../base/loop.ts';
import { createWakeSignal } from '../../base/wake-signal.ts';
import type { WorkerHandle } from '../../base/worker.ts';
import type { Config } from '../../config/schema/schema.ts';
import {
  beginAttempt,
  dueSenderChecks,
  endSenderCheck,
  hasUnqueuedMessages,
  nextSenderCheckAt,
  queueSenderChecks,
  retrySenderChecks,
  stopSenderChecks,
  type DueSenderCheck,
  type SenderCheckResult,
} from '../../mail/authentication/sender-checks.ts';
import { renewVerdict } from '../../mail/authentication/verdicts.ts';
import type { KeyRecords } from '../../mail/authentication/verify-signatures.ts';
import type { ResolveTxt } from '../../outgoing/resolve-txt.ts';
import type { WriteDb } from '../../store/db.ts';
import type { VerifierCalls } from '../../workers/verifier.ts';

type SenderCheckDeps = {
  db: WriteDb;
  clock: Clock;
  log: Log;
  settings: () => Config['authentication'];
  verifier: Pick<WorkerHandle<VerifierCalls>, 'ask'>;
  resolveTxt: ResolveTxt;
  /** A message of an account was checked, both by internal id. */
  onChecked: (account: number, message: number) => void;
};

type SenderCheckLoop = Loop & {
  /** Mail has arrived, or the settings have changed. */
  notify(): void;
  /** Makes all checks due that wait for their next attempt. */
  retry(): void;
};

const batchSize = 4;
const maxWaitMs = 60_000;
/** A lookup may take longer where a name has many slow servers. */
const maxLookupMs = 20_000;
/** The keys of an ARC chain are only known after the newest signature was checked. */
const maxRounds = 3;
const firstRetryMs = 60_000;
const maxRetryMs = 6 * 3_600_000;
/** Keys are changed after some weeks, so that later checks fail for genuine mail. */
const giveUpAfterMs = 14 * 24 * 3_600_000;
const maxCrashes = 3;

/**
 * Checks the signatures of new mail where the account's server has reported nothing, while the setting is on. A queued check
 * is a row, so it survives a crash, and waits while the DNS cannot be reached. Nothing else waits for it.
 */
export function senderCheckLoop(deps: SenderCheckDeps): SenderCheckLoop {
  const { db, clock, settings } = deps;
  const wakeSignal = createWakeSignal(clock);
  return {
    name: 'sender checks',
    notify: () => wakeSignal.notify(),
    retry() {
      if (!settings().verify_signatures) return;
      retrySenderChecks(db, clock.now());
      wakeSignal.notify();
    },
    async run(signal) {
      while (!signal.aborted) {
        if (!settings().verify_signatures) {
          stopSenderChecks(db);
          await wakeSignal.wait(undefined, signal);
          continue;
        }
        if (hasUnqueuedMessages(db)) queueSenderChecks(db, clock.now());
        const due = dueSenderChecks(db, clock.now(), batchSize);
        await Promise.all(due.map((each) => checkOne(each, deps, signal)));
        if (due.length === 0) await wakeSignal.wait(waitMs(deps), signal);
      }
    },
  };
}

function waitMs({ db, clock }: SenderCheckDeps): number {
  const next = nextSenderCheckAt(db);
  return next === undefined ? maxWaitMs : Math.min(maxWaitMs, Date.parse(next) - clock.now().getTime());
}

/** A failed check is retried later. Only a failure of the disk ends the loop, which is then run again. */
async function checkOne(due: DueSenderCheck, deps: SenderCheckDeps, signal: AbortSignal): Promise<void> {
  const { db, clock, log, onChecked } = deps;
  const { message, account, attempts, received_at } = due;
  const retryMs = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(attempts, 20));
  const now = clock.now().getTime();
  beginAttempt(db, message, new Date(now + retryMs));
  const isLast = now + retryMs - Date.parse(received_at) > giveUpAfterMs;
  try {
    const check = await resultOf(message, deps, signal);
    if (signal.aborted || !deps.settings().verify_signatures) return;
    if (check.isUnsettled && check.result?.outcome !== 'passed' && !isLast) return;
    end(deps, message, check.result);
    if (check.result) onChecked(account, message);
  } catch (failed) {
    if (signal.aborted) return;
    if (diskProblemOf(failed) !== undefined) throw failed;
    log.warn({ err: failed, message }, 'the sender of a message could not be checked');
    if (isLast || attempts + 1 >= maxCrashes) end(deps, message, undefined);
  }
}

/** The verdict on the sender follows from the check. */
function end({ db, clock }: SenderCheckDeps, message: number, result: SenderCheckResult | undefined): void {
  db.transaction(() => {
    endSenderCheck(db, message, result);
    renewVerdict(db, message, clock.now());
  });
}

type Check = {
  result: SenderCheckResult | undefined;
  /** A record that may exist could not be fetched. */
  isUnsettled: boolean;
};

async function resultOf(message: number, deps: SenderCheckDeps, signal: AbortSignal): Promise<Check> {
  const keys = new Map<string, KeyRecords>();
  let isUnsettled = false;
  for (let round = 0; round <= maxRounds; round++) {
    const { forwarders } = deps.settings();
    const answer = await deps.verifier.ask('checkSender', { message, forwarders, keys });
    if (answer === 'unneeded') return { result: undefined, isUnsettled: false };
    if ('result' in answer) return { result: answer.result, isUnsettled };
    // The setting may have been turned off meanwhile.
    if (signal.aborted || !deps.settings().verify_signatures) break;
    await Promise.all(
      answer.needed.map(async (name) => {
        const found = await lookUp(name, deps, signal);
        isUnsettled ||= found === 'unreachable';
        keys.set(name, found === 'unreachable' ? undefined : found);
      }),
    );
  }
  return { result: undefined, isUnsettled: true };
}

async function lookUp(name: string, { resolveTxt, clock, log }: SenderCheckDeps, signal: AbortSignal) {
  const settled = new AbortController();
  const limit = AbortSignal.any([signal, settled.signal]);
  try {
    const tooLong = clock.wait(maxLookupMs, limit).then(() => 'unreachable' as const);
    return await orRejectOnAbort(Promise.race([resolveTxt(name), tooLong]), signal);
  } catch (failed) {
    if (!signal.aborted) log.debug({ err: failed }, 'the DNS could not be asked for a key');
    return 'unreachable' as const;
  } finally {
    settled.abort();
  }
}
