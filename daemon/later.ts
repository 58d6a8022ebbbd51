import { Failure } from './base/failure.ts';
import { permitted, type Profiles } from './dispatch.ts';
import type { Origin } from './handling.ts';
import { presentHolder } from './holders.ts';
import { allAccounts } from './mail/accounts.ts';
import type { MayStill } from './mail/apply.ts';
import type { Policy } from './safety/policy.ts';
import type { ReadDb } from './store/db.ts';

/** Holds what was asked for earlier to what is allowed now. */
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
