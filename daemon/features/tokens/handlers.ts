import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Handlers } from '../../handler-types.ts';
import type { CallerChanges } from '../../mail/callers/caller-changes.ts';
import type { TokenUses } from '../../mail/callers/token-uses.ts';
import { addToken, allTokens, removeToken } from '../../mail/callers/tokens.ts';
import type { tokensRequests } from './contract.ts';

type TokensDeps = {
  clock: Clock;
  callerChanges: Pick<CallerChanges, 'notify'>;
  tokenUses: Pick<TokenUses, 'pending'>;
  /** Whether there is a request of this name. */
  isRequest: (name: string) => boolean;
};

export function tokensHandlers({
  clock,
  callerChanges,
  tokenUses,
  isRequest,
}: TokensDeps): Handlers<typeof tokensRequests> {
  return {
    list: (_input, { db }) => ({
      tokens: allTokens(db).map(({ limits, account_ids, last_used_at, ...token }) => ({
        ...token,
        last_used_at: tokenUses.pending(token.token_id) ?? last_used_at,
        account_ids: account_ids ?? null,
        scopes: limits ? [...limits.scopes] : null,
        requests: limits ? [...limits.requests] : null,
      })),
    }),
    create({ account_ids, ...options }, { db, accounts }) {
      if (options.expires_at !== undefined && Date.parse(options.expires_at) <= clock.now().getTime())
        throw new Failure('invalid', 'already_expired', 'The time of expiry is in the past. No token was created.');
      const unknown = options.requests?.find((request) => !isRequest(request));
      if (unknown !== undefined)
        throw new Failure(
          'invalid',
          'unknown_request_name',
          `There is no request named ${unknown}. No token was created.`,
        );
      const wanted = account_ids?.map((id) => id.toLowerCase());
      const limited = wanted && accounts.filter(({ account_id }) => wanted.includes(account_id)).map(({ id }) => id);
      if (limited && limited.length < new Set(wanted).size)
        throw new Failure('missing', 'not_found', 'One of these accounts doesn’t exist. No token was created.');
      const { token_id, secret } = db.transaction(() => addToken({ db, clock }, { ...options, accounts: limited }));
      return { token_id, token: secret };
    },
    remove({ token_id }, { db }) {
      if (!removeToken(db, token_id)) throw new Failure('missing', 'not_found', 'There is no such token.');
      callerChanges.notify();
      return { ok: true };
    },
  };
}
