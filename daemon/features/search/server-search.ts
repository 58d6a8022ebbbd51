import type { AccountLoop } from '../../account-loops.ts';
import { orRejectOnAbort } from '../../base/abort.ts';
import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Handlers, ReplyOf } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { incompleteAccounts } from '../../mail/accounts/sync-status.ts';
import { parseQuery } from '../../mail/query/parse.ts';
import { serverQueryOf } from '../../mail/query/server-query.ts';
import { ProviderError, type ServerQuery } from '../../providers/provider.ts';
import { maxFetched, type searchRequests } from './contract.ts';
import { selectAccounts } from './handlers.ts';

type ServerSearch = ReplyOf<(typeof searchRequests)['fetch']>['accounts'][number];

type ServerSearchDeps = {
  clock: Clock;
  zone: string | undefined;
  accountLoops: { ofAccount: (account_id: string) => Pick<AccountLoop, 'fetchFromServer'> | undefined };
  /** Waits until the mail that was fetched is in the index. */
  whenFirstIndexed: () => Promise<void>;
};

/** How long the servers may take, in milliseconds. What they have sent by then is kept. */
const maxMs = 20_000;

export function serverSearchHandlers({
  clock,
  zone,
  accountLoops,
  whenFirstIndexed,
}: ServerSearchDeps): Handlers<typeof searchRequests> {
  async function search(account: Account, query: ServerQuery, signal: AbortSignal): Promise<ServerSearch> {
    const { account_id } = account;
    let fetched = 0;
    const onFetched = (count: number) => void (fetched += count);
    const outcome = (state: ServerSearch['state'], remaining = 0, message: string | null = null) => ({
      account_id,
      state,
      fetched,
      remaining,
      message,
    });
    try {
      const found = await accountLoops
        .ofAccount(account_id)
        ?.fetchFromServer({ query, most: maxFetched, onFetched, signal });
      if (!found) return outcome('unsupported');
      return outcome(found.remaining > 0 ? 'more' : 'searched', found.remaining);
    } catch (thrown) {
      if (signal.aborted && signal.reason === tooSlow) return outcome('unfinished', 0, tooSlow.message);
      if (!(thrown instanceof ProviderError)) throw thrown;
      return outcome('failed', 0, thrown.message);
    }
  }

  return {
    async fetch({ q, account_id }, { db, accounts, signal }) {
      const node = parseQuery(q);
      const query = node && serverQueryOf(node, { now: clock.now(), zone });
      if (!query) {
        const text = 'Add a word or a date to search on the mail server.';
        throw new Failure('invalid', 'nothing_to_ask', text);
      }
      const visible = selectAccounts(accounts, account_id);
      const incomplete = incompleteAccounts(db, visible);
      const limit = new AbortController();
      const done = new AbortController();
      void clock.wait(maxMs, done.signal).then(() => limit.abort(tooSlow));
      const bounded = AbortSignal.any([signal, limit.signal]);
      try {
        const found = await Promise.all(incomplete.map((account) => search(account, query, bounded)));
        if (found.some(({ fetched }) => fetched > 0))
          await orRejectOnAbort(whenFirstIndexed(), bounded).catch((thrown: unknown) => {
            if (thrown !== tooSlow) throw thrown;
          });
        const byId = new Map(found.map((each) => [each.account_id, each]));
        return {
          accounts: visible.map(
            ({ account_id: id }) =>
              byId.get(id) ?? { account_id: id, state: 'complete', fetched: 0, remaining: 0, message: null },
          ),
        };
      } finally {
        done.abort();
      }
    },
  };
}

const tooSlow = new Error('The mail server didn’t answer in time.');
