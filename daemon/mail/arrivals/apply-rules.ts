import type { Log } from '../../base/log.ts';
import type { Effect } from '../../contract/define.ts';
import type { Account } from '../accounts/accounts.ts';
import { applyMutation, type Actor, type ApplyDeps, type DeferredAuthorization } from '../mutations/apply.ts';
import type { MutationDetails } from '../mutations/journal.ts';
import { labelTargetForRole } from '../mutations/folders/label-targets.ts';
import { decisionFor } from '../screener/decisions.ts';
import { isOwnAddress } from '../screener/own-senders.ts';
import { routeLabelOf } from '../screener/route-label.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import { muteOf } from './muted-threads.ts';
import { clearArrivals, queuedArrivals, type Arrival } from './queue.ts';

type ArrivalDeps = ApplyDeps & {
  log: Log;
  authorizeDeferred: DeferredAuthorization;
  allAccounts: () => readonly Account[];
};

/** What happens to a new message, and why. `label` is that of a move, by its internal id and its name. */
type Rule = {
  action: 'trash' | 'archive' | 'move';
  label?: { id: number; name: string };
  reason: NonNullable<MutationDetails['rule']>;
  actor: Actor;
};

/**
 * Moves new mail by the decisions about its senders, and new mail of muted threads out of the inbox. The messages leave the
 * queue in the same transaction, so each is moved once, also after a crash.
 */
export function applyArrivalRules(deps: ArrivalDeps): void {
  const { db, allAccounts } = deps;
  if (queuedArrivals(db).length === 0) return;
  db.transaction(() => {
    const moves = queuedArrivals(db).flatMap((arrival) => {
      const rule = allowedRule(deps, arrival);
      const account = allAccounts().find(({ id }) => id === arrival.account);
      return rule && account ? [{ arrival, account, rule }] : [];
    });
    clearArrivals(db);
    const groups = Map.groupBy(moves, ({ account, rule: { action, label, reason, actor } }) =>
      [account.id, action, label?.id, reason, actor.origin, actor.token_id].join(' '),
    );
    for (const [first, ...others] of groups.values()) {
      if (!first) continue;
      const { account, rule } = first;
      const { label, edit } = destinationOf(db, account, rule);
      applyMutation(deps, {
        kind: rule.action,
        details: { rule: rule.reason, ...(rule.label && { to: rule.label.name }) },
        actor: rule.actor,
        accounts: [
          {
            account,
            changes: [{ do: rule.action, to: label }],
            targets: [first, ...others].map(({ arrival: { id, message_id } }) => ({ id, message_id })),
            ...(edit && { before: [edit] }),
          },
        ],
      });
    }
  });
}

function destinationOf(db: WriteDb, account: Account, { action, label }: Rule): ReturnType<typeof labelTargetForRole> {
  if (label) return { label: label.id };
  return labelTargetForRole(db, account, action === 'trash' ? 'trash' : 'archive');
}

/** The rule for a message, unless the caller that made it has lost the permission to move mail. */
function allowedRule({ db, log, authorizeDeferred }: ArrivalDeps, arrival: Arrival): Rule | undefined {
  const rule = ruleFor(db, arrival);
  if (!rule) return undefined;
  const effect: Effect = { safety: 'destroy', action: rule.action };
  const refusal = authorizeDeferred(rule.actor, effect, arrival.account);
  if (refusal === undefined) return rule;
  log.info({ message: arrival.message_id, origin: rule.actor.origin, refusal }, 'a rule for new mail is not applied');
  return undefined;
}

function ruleFor(db: ReadDb, arrival: Arrival): Rule | undefined {
  const decided = isOwnAddress(db, arrival.from_email) ? undefined : ruleOfDecision(db, arrival);
  if (decided) return decided;
  const mute = muteOf(db, arrival.thread);
  return mute && { action: 'archive', reason: 'muted', actor: mute };
}

/** A label that is gone moves nothing: denied mail is archived then, and other mail stays in the inbox. */
function ruleOfDecision(db: ReadDb, arrival: Arrival): Rule | undefined {
  const decision = decisionFor(db, arrival);
  if (!decision) return undefined;
  const { disposition, isBlocked, actor } = decision;
  if (isBlocked) return { action: 'trash', reason: 'blocked', actor };
  const label = routeLabelOf(db, { id: arrival.account }, decision);
  if (label) return { action: 'move', label: { id: label.id, name: label.name }, reason: 'routed', actor };
  return disposition === 'deny' ? { action: 'archive', reason: 'screened_out', actor } : undefined;
}
