import { Failure } from './base/failure.ts';
import type { Origin } from './handler-types.ts';
import { revalidateCaller } from './caller-validation.ts';
import { allAccounts } from './mail/accounts/accounts.ts';
import type { DeferredAuthorization } from './mail/mutations/apply.ts';
import type { Policy } from './safety/policy.ts';
import type { ReadDb } from './store/db.ts';
import { authorize, type Profiles } from './authorization.ts';

/** Holds what was asked for earlier to what is allowed now. */
export function createDeferredAuthorization({
  read,
  policy,
}: {
  read: ReadDb;
  policy: () => { general: Policy; profiles: Profiles };
}): DeferredAuthorization {
  return ({ origin, token_id }, effect, account) => {
    try {
      // Stored origins were those of callers.
      const caller = revalidateCaller(read, { origin: origin as Origin, ...(token_id && { token_id }) });
      const accounts = authorize(effect, caller, allAccounts(read), policy());
      if (accounts.some(({ id }) => id === account)) return undefined;
      return 'Who asked for this may not touch the account any more.';
    } catch (refused) {
      if (refused instanceof Failure) return refused.message;
      throw refused;
    }
  };
}
