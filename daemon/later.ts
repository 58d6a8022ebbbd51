import { Failure } from './base/failure.ts';
import type { Effect } from './contract/define.ts';
import { permitted, type Profiles } from './dispatch.ts';
import type { Origin } from './handling.ts';
import { presentHolder } from './holders.ts';
import { allAccounts } from './mail/accounts.ts';
import type { Actor } from './mail/apply.ts';
import type { Policy } from './safety/policy.ts';
import type { ReadDb } from './store/db.ts';

/**
 * Why somebody who asked for something earlier may not do it any more, as a sentence; undefined where they may. A loop asks
 * when what was asked for is due, with the origin that is stored with it.
 */
export type MayStill = (actor: Actor, effect: Effect, account: number) => string | undefined;

export function laterGate({
  read,
  policy,
}: {
  read: ReadDb;
  policy: () => { general: Policy; profiles: Profiles };
}): MayStill {
  return ({ origin, token_id }, effect, account) => {
    try {
      // Stored origins were those of callers.
      const caller = presentHolder(read, { origin: origin as Origin, ...(token_id && { token_id }) });
      const accounts = permitted(effect, caller, allAccounts(read), policy());
      if (accounts.some(({ id }) => id === account)) return undefined;
      return 'Who asked for this may not touch the account any more.';
    } catch (refused) {
      if (refused instanceof Failure) return refused.message;
      throw refused;
    }
  };
}
