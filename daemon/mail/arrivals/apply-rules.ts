import type { Log } from '../../base/log.ts';
import type { Effect } from '../../contract/define.ts';
import type { Account } from '../accounts/accounts.ts';
import { applyMutation, type Actor, type ApplyDeps, type DeferredAuthorization } from '../mutations/apply.ts';
import { labelTargetForRole } from '../mutations/folders/label-targets.ts';
import type { ReadDb } from '../../store/db.ts';
import { blockOf, isOwnAddress } from './blocked-senders.ts';
import { muteOf } from './muted-threads.ts';
import { clearArrivals, queuedArrivals, type Arrival } from './queue.ts';

type ArrivalDeps = ApplyDeps & {
  log: Log;
  authorizeDeferred: DeferredAuthorization;
  allAccounts: () => readonly Account[];
};

type Rule = { role: 'trash' | 'archive'; reason: 'blocked' | 'muted'; actor: Actor };

/**
 * Moves new mail of blocked senders to the trash, and new mail of muted threads out of the inbox. The messages leave the
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
    const groups = Map.groupBy(moves, ({ account, rule: { role, actor } }) =>
      [account.id, role, actor.origin, actor.token_id].join(' '),
    );
    for (const [first, ...others] of groups.values()) {
      if (!first) continue;
      const { account, rule } = first;
      const { label, edit } = labelTargetForRole(db, account, rule.role);
      applyMutation(deps, {
        kind: rule.role,
        details: { rule: rule.reason },
        actor: rule.actor,
        accounts: [
          {
            account,
            changes: [{ do: rule.role, to: label }],
            targets: [first, ...others].map(({ arrival: { id, message_id } }) => ({ id, message_id })),
            ...(edit && { before: [edit] }),
          },
        ],
      });
    }
  });
}

/** The rule for a message, unless the caller that made it has lost the permission to move mail. */
function allowedRule({ db, log, authorizeDeferred }: ArrivalDeps, arrival: Arrival): Rule | undefined {
  const rule = ruleFor(db, arrival);
  if (!rule) return undefined;
  const effect: Effect = { safety: 'destroy', action: rule.role };
  const refusal = authorizeDeferred(rule.actor, effect, arrival.account);
  if (refusal === undefined) return rule;
  log.info({ message: arrival.message_id, origin: rule.actor.origin, refusal }, 'a rule for new mail is not applied');
  return undefined;
}

function ruleFor(db: ReadDb, { account, from_email, thread }: Arrival): Rule | undefined {
  const block = isOwnAddress(db, from_email) ? undefined : blockOf(db, account, from_email);
  if (block) return { role: 'trash', reason: 'blocked', actor: block };
  const mute = muteOf(db, thread);
  return mute && { role: 'archive', reason: 'muted', actor: mute };
}
