import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { MutationReply } from '../../contract/mutation.ts';
import type { Caller, ChangeCall } from '../../handling.ts';
import type { Account } from '../../mail/accounts.ts';
import { applyMutation, type AccountWish, type ApplyParts, type Skipped, type Target } from '../../mail/apply.ts';
import type { About, MutationKind } from '../../mail/mutations/journal.ts';
import { changesSomething, previewed } from '../../mail/mutations/preview.ts';
import { appliedReply, previewReply } from '../../mail/mutations/reply.ts';
import { chooseTargets, type Chosen, type TargetWish } from '../../mail/mutations/targets.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import { effectsOf } from './effects.ts';

export type ActParts = Omit<ApplyParts, 'db'> & {
  clock: Clock;
  /** A connection with the index attached. */
  read: ReadDb;
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
};

/** What is to happen to the mail of one account; where it cannot, why. */
export type Plan = Pick<AccountWish, 'changes' | 'before'> | { error: string };

export type Act = {
  kind: MutationKind;
  about?: About;
  planFor: (account: Account, targets: readonly Target[]) => Plan;
  /** Chooses among what was named. */
  among?: (chosen: Chosen) => Chosen;
};

export type Asked = TargetWish & { dry_run: boolean };
export type Answering = ChangeCall & { db: WriteDb; caller: Caller; accounts: readonly Account[] };

/**
 * Chooses what is named, plans, and applies, in one transaction; a dry run is undone at its end. Throws what
 * `chooseTargets` throws, `label_not_found` where no account concerned can do it, and `policy` where what it comes to
 * is more than the caller may do.
 */
export function act(
  parts: ActParts,
  asked: Asked,
  { db, caller, accounts, key, permit, ...wanted }: Answering & { actFor: (db: WriteDb) => Act },
): MutationReply {
  const { clock, read, zone } = parts;
  return previewed(db, asked.dry_run, () => {
    const { kind, about = {}, planFor, among = (chosen) => chosen } = wanted.actFor(db);
    const chosen = among(chooseTargets(asked, { read, accounts, now: clock.now(), zone }));
    const { wishes, left } = planned(chosen, planFor);
    if (asked.dry_run || wishes.length + left.length === 0)
      return previewReply(wishes, left, { undoable: changesSomething(db, wishes), dry_run: asked.dry_run });
    for (const { changes } of wishes) for (const effect of effectsOf(db, { kind, changes })) permit(effect);
    const actor = actorOf(caller);
    const applied = applyMutation({ ...parts, db }, { kind, about, actor, correlation: key, accounts: wishes, left });
    return appliedReply(applied);
  });
}

function planned({ byAccount, left }: Chosen, planFor: Act['planFor']): { wishes: AccountWish[]; left: Skipped[] } {
  const plans = byAccount.map(({ account, targets }) => ({ account, targets, plan: planFor(account, targets) }));
  const errors = plans.flatMap(({ plan }) => ('error' in plan ? [plan.error] : []));
  if (errors[0] !== undefined && errors.length === plans.length) throw labelNotFound(errors[0]);
  const failed: Skipped[] = [];
  const wishes = plans.map(({ account, targets, plan }): AccountWish => {
    if (!('error' in plan)) return { account, targets, ...plan };
    const reason = plan.error;
    failed.push(...targets.map(({ message_id }) => ({ message_id, outcome: 'failed' as const, reason, account })));
    return { account, targets: [], changes: [] };
  });
  return { wishes, left: [...left, ...failed] };
}

/** Who did it, as it is kept with what was done. */
export function actorOf({ origin, token_id }: Caller) {
  return { origin, token_id };
}

function labelNotFound(sentence: string): Failure {
  return new Failure('missing', 'label_not_found', `${sentence} Make it first, or choose one of those there are.`);
}
