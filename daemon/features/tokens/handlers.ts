import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Handlers } from '../../handler-types.ts';
import type { CallerChanges } from '../../mail/callers/caller-changes.ts';
import { addToken, allTokens, removeToken } from '../../mail/callers/tokens.ts';
import type { tokensRequests } from './contract.ts';

type TokensDeps = { clock: Clock; callerChanges: Pick<CallerChanges, 'notify'> };

export function tokensHandlers({ clock, callerChanges }: TokensDeps): Handlers<typeof tokensRequests> {
  return {
    list: (_input, { db }) => ({
      tokens: allTokens(db).map((token) => ({ ...token, account_ids: token.account_ids ?? null })),
    }),
    create({ name, origin, account_ids }, { db, accounts }) {
      const wanted = account_ids?.map((id) => id.toLowerCase());
      const limited = wanted && accounts.filter(({ account_id }) => wanted.includes(account_id)).map(({ id }) => id);
      if (limited && limited.length < new Set(wanted).size)
        throw new Failure('missing', 'not_found', 'One of these accounts does not exist. No token was made.');
      const { token_id, secret } = db.transaction(() => addToken({ db, clock }, { name, origin, accounts: limited }));
      return { token_id, token: secret };
    },
    remove({ token_id }, { db }) {
      if (!removeToken(db, token_id)) throw new Failure('missing', 'not_found', 'There is no such token.');
      callerChanges.notify();
      return { ok: true };
    },
  };
}
