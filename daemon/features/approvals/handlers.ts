import { areAgentsPaused } from '../../config/agents-pause.ts';
import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { ConfigSource } from '../../config/config-source.ts';
import { approvalStates, type ApprovalState } from '../../contract/approval.ts';
import { actorOf } from '../../contract/ownership.ts';
import type { Caller, Handlers } from '../../handler-types.ts';
import { announceApproval, type ApprovalEvents } from '../../mail/approvals/announce.ts';
import {
  approvalByRow,
  countPending,
  countPendingOf,
  findApproval,
  listApprovals,
  transitionApproval,
  type Approval,
} from '../../mail/approvals/store.ts';
import { isPerson } from '../../safety/policy.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import type { approvalsRequests } from './contract.ts';

type ApprovalsDeps = ApprovalEvents & {
  clock: Clock;
  config: Pick<ConfigSource, 'current' | 'notes'>;
  /** Something was approved. */
  notify: () => void;
};

type Change = Parameters<typeof transitionApproval>[4];

const statesOf: Record<'pending' | 'decided' | 'all', readonly ApprovalState[]> = {
  pending: ['pending'],
  decided: approvalStates.filter((state) => state !== 'pending'),
  all: approvalStates,
};

export function approvalsHandlers(deps: ApprovalsDeps): Handlers<typeof approvalsRequests> {
  const { clock, notify } = deps;

  /** Ends the wait of an approval. Throws Failure `not_pending`. */
  function decide(db: WriteDb, approval: Approval, to: ApprovalState, change: Change) {
    const now = clock.now();
    const isDecided = db.transaction(
      () => approval.expires_at > instantOf(now) && transitionApproval(db, approval.id, ['pending'], to, change),
    );
    if (!isDecided) throw notPending();
    announceApproval(deps, approval.approval_id);
    return { approval: recordOf(approvalByRow(db, approval.id)!, now) };
  }

  return {
    list({ which, limit, offset }, { db, caller }) {
      const now = clock.now();
      const actor = isPerson(caller) ? undefined : actorOf(caller);
      const found = listApprovals(db, { states: statesOf[which], limit: limit + 1, offset, actor });
      return {
        approvals: found.slice(0, limit).map((each) => recordOf(each, now)),
        pending_count: actor ? countPendingOf(db, actor, now) : countPending(db, now),
        next_offset: found.length > limit ? offset + limit : null,
      };
    },
    get: ({ approval_id }, { db, caller }) => ({
      approval: recordOf(requireApproval(db, approval_id, caller), clock.now()),
    }),
    approve({ approval_id, payload_hash }, { db, caller }) {
      requirePage(caller);
      const approval = requireApproval(db, approval_id, caller);
      if (payload_hash !== approval.payload_hash) throw notAsShown();
      if (areAgentsPaused(deps.config)) throw agentsArePaused();
      queueMicrotask(notify);
      return decide(db, approval, 'approved', { decided_at: instantOf(clock.now()) });
    },
    decline({ approval_id, reason }, { db, caller }) {
      requirePage(caller);
      const now = instantOf(clock.now());
      return decide(db, requireApproval(db, approval_id, caller), 'declined', {
        decided_at: now,
        ended_at: now,
        decline_reason: reason || null,
      });
    },
    withdraw: ({ approval_id }, { db, caller }) =>
      decide(db, requireApproval(db, approval_id, caller), 'withdrawn', { ended_at: instantOf(clock.now()) }),
  };
}

/** Throws Failure `not_found`, also for an approval that another caller asked for. */
function requireApproval(db: ReadDb, approval_id: string, caller: Caller): Approval {
  const found = findApproval(db, approval_id.toLowerCase(), isPerson(caller) ? undefined : actorOf(caller));
  if (!found) throw new Failure('missing', 'not_found', 'There is no such approval.');
  return found;
}

/** A script or a command with the owner's token may be run by an agent, so only the page and the app decide. */
function requirePage({ origin }: Caller): void {
  if (origin === 'web' || origin === 'human') return;
  throw new Failure('refused', 'page_only', 'Only you can decide about this, on the page “Approvals”.');
}

/** An approval on the wire. One whose time is over counts as expired, also if that is not stored yet. */
function recordOf(
  { id: _id, state, effect, input: _input, idempotency_key: _key, request_hash: _hash, ...rest }: Approval,
  now: Date,
) {
  const isOver = state === 'pending' && rest.expires_at <= instantOf(now);
  const action =
    effect.safety === 'send'
      ? ('send' as const)
      : effect.safety === 'operate'
        ? ('operate' as const)
        : ('change' as const);
  return {
    ...rest,
    reply: rest.reply as Record<string, unknown> | null,
    status: isOver ? ('expired' as const) : state,
    action,
  };
}

function notPending(): Failure {
  return new Failure('conflict', 'not_pending', 'This has already been decided or withdrawn, or has expired.');
}

function notAsShown(): Failure {
  const sentence = 'This has changed since it was shown. Check it again before you decide.';
  return new Failure('conflict', 'approval_outdated', sentence);
}

function agentsArePaused(): Failure {
  return new Failure('conflict', 'agents_paused', 'All agents are paused. Resume them first.');
}
