import { setImmediate as nextTurn } from 'node:timers/promises';
import { instantOf, type Clock } from '../../base/clock.ts';
import { untilAborted } from '../../base/abort.ts';
import { diskProblemOf } from '../../base/disk-failure.ts';
import { Failure } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import type { Loop } from '../../base/loop.ts';
import { createWakeSignal } from '../../base/wake-signal.ts';
import type { Request } from '../../contract/define.ts';
import type { Caller, Dispatch } from '../../handler-types.ts';
import { announceApproval, type ApprovalEvents } from '../../mail/approvals/announce.ts';
import {
  approvalByRow,
  approvedRequests,
  expiredApprovals,
  interruptedApprovals,
  nextExpiry,
  removeOldApprovals,
  transitionApproval,
  type Approval,
} from '../../mail/approvals/store.ts';
import type { WriteDb } from '../../store/db.ts';

type ApprovalsLoopDeps = ApprovalEvents & {
  db: WriteDb;
  clock: Clock;
  log: Log;
  dispatch: Dispatch;
  requestOf: (name: string) => Request | undefined;
  revalidateCaller: (caller: Caller) => Caller;
  /** How long an approved message can still be stopped, in seconds. */
  undoSeconds: () => number;
};

/** The longest wait, in milliseconds. Clock changes are not announced. */
const maxWaitMs = 60_000;

/**
 * Carries out what was approved, one request at a time and each once, and ends approvals that nobody decided about. What it
 * does is stored with each request: in the transaction of its change, or before it and after it (`idempotency.ts`).
 */
export function approvalsLoop(deps: ApprovalsLoopDeps): Loop & { notify(): void } {
  const { db, clock } = deps;
  const wakeSignal = createWakeSignal(clock);
  return {
    name: 'approvals',
    notify: () => wakeSignal.notify(),
    async run(signal) {
      settleInterrupted(deps);
      while (!signal.aborted) {
        const now = clock.now();
        for (const approval of expiredApprovals(db, now)) end(deps, approval, ['pending'], 'expired');
        removeOldApprovals(db, now);
        for (const approval of approvedRequests(db)) {
          if (signal.aborted) return;
          await Promise.race([carryOut(deps, approval), untilAborted(signal)]);
          await nextTurn();
        }
        const next = nextExpiry(db);
        const waitMs = next === undefined ? maxWaitMs : Date.parse(next) - clock.now().getTime();
        await wakeSignal.wait(Math.min(Math.max(waitMs, 0), maxWaitMs), signal);
      }
    },
  };
}

/**
 * Posthorn was stopped while a request was carried out. Where its change is one transaction, that was stored together with
 * the state `running`; otherwise it is not known how far it came.
 */
function settleInterrupted(deps: ApprovalsLoopDeps): void {
  for (const approval of interruptedApprovals(deps.db)) {
    const { awaits } = deps.requestOf(approval.request) ?? {};
    if (awaits === 'outcome') end(deps, approval, ['running'], 'done');
    else end(deps, approval, ['running'], 'unknown', unknownError);
  }
}

async function carryOut(deps: ApprovalsLoopDeps, approval: Approval): Promise<void> {
  const { dispatch, revalidateCaller, db, log } = deps;
  const { approval_id, origin, token_id, request, idempotency_key } = approval;
  try {
    const caller = revalidateCaller({ origin, ...(token_id !== null && { token_id }) });
    const key = idempotency_key === null ? {} : { idempotencyKey: idempotency_key };
    await dispatch(request, inputOf(deps, approval), caller, { ...key, approval_id });
  } catch (thrown) {
    // It is still approved, and is carried out when the loop runs again.
    if (diskProblemOf(thrown) !== undefined) throw thrown;
    if (!(thrown instanceof Failure)) log.error({ err: thrown, request }, 'an approved request failed');
    settleFailed(deps, approvalByRow(db, approval.id)!, thrown);
  }
  announceApproval(deps, approval_id);
}

/** An approved message can be stopped for a moment, like one that the owner sends. */
function inputOf({ requestOf, undoSeconds }: ApprovalsLoopDeps, { request, input }: Approval): Record<string, unknown> {
  const canBeHeld = 'hold_seconds' in (requestOf(request)?.input.shape ?? {}) && input['send_at'] === undefined;
  return canBeHeld ? { ...input, hold_seconds: Math.max(Number(input['hold_seconds'] ?? 0), undoSeconds()) } : input;
}

function settleFailed(deps: ApprovalsLoopDeps, approval: Approval, thrown: unknown): void {
  if (approval.state === 'running') return end(deps, approval, ['running'], 'unknown', unknownError);
  if (!(thrown instanceof Failure)) return end(deps, approval, ['approved', 'failed'], 'failed', internalError);
  const { code, message } = thrown;
  const to = code === 'approval_outdated' ? 'outdated' : 'failed';
  end(deps, approval, ['approved', 'failed'], to, { code, message });
}

function end(
  deps: ApprovalsLoopDeps,
  { id, approval_id }: Approval,
  from: readonly Approval['state'][],
  to: Approval['state'],
  error: Approval['error'] = null,
): void {
  const ended_at = instantOf(deps.clock.now());
  deps.db.transaction(() => transitionApproval(deps.db, id, from, to, { ended_at, error }));
  announceApproval(deps, approval_id);
}

const unknownError = {
  code: 'outcome_unknown',
  message: 'Posthorn stopped in the middle, so it may have been done.',
};

const internalError = { code: 'internal', message: 'It failed for an unknown reason.' };
