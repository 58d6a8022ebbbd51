import { instantOf, type Clock } from '../../base/clock.ts';
import { actorOf } from '../../contract/ownership.ts';
import type { Handlers } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { decide, findDelivery, type DeliveryChanges } from '../../mail/deliveries/store.ts';
import { isPermitted } from '../../safety/policy.ts';
import type { WriteDb } from '../../store/db.ts';
import type { deliveriesRequests } from './contract.ts';
import type { DeliveryLoop } from './loop.ts';
import { noDelivery, requireDeliveryRecord } from './wire.ts';

type DeliveriesDeps = {
  clock: Clock;
  scan: DeliveryLoop['scan'];
  /** Called once the change is stored. */
  announceChanges: (changes: readonly DeliveryChanges[]) => void;
};

type Decision = { id: string; undo: boolean; decision: 'dismissed_at' | 'resolved_at' };

export function deliveriesHandlers({
  clock,
  scan,
  announceChanges,
}: DeliveriesDeps): Handlers<typeof deliveriesRequests> {
  /** Throws Failure `not_found`. */
  const decideOn = (db: WriteDb, accounts: readonly Account[], { id, undo, decision }: Decision) => {
    const found = findDelivery(db, id.toLowerCase());
    if (!found || !accounts.some((account) => account.id === found.account)) throw noDelivery();
    const now = instantOf(clock.now());
    const changes = decide(db, found, { decision, at: undo ? null : now, now });
    queueMicrotask(() => announceChanges([changes]));
  };
  return {
    scan: ({ since_days, dry_run }, { caller, accounts, permit }) =>
      scan({
        sinceDays: since_days,
        isDry: dry_run,
        accounts,
        actor: actorOf(caller),
        mayAskModel: isPermitted(permit, { safety: 'egress' }),
      }),
    resolve({ id, undo }, { db, accounts }) {
      decideOn(db, accounts, { id, undo, decision: 'resolved_at' });
      return { delivery: requireDeliveryRecord(db, accounts, { delivery_id: id, now: clock.now() }) };
    },
    dismiss({ id, undo }, { db, accounts }) {
      decideOn(db, accounts, { id, undo, decision: 'dismissed_at' });
      return { ok: true };
    },
  };
}
