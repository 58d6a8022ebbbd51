import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { Refusal } from '../api/session.ts';

/** The cache of the page's queries. */
export function createQueryClient(): QueryClient {
  return new PageQueryClient();
}

class PageQueryClient extends QueryClient {
  /** Queries whose running fetch may have been answered before its data changed. */
  readonly #outdated: WeakSet<Query>;

  constructor() {
    const outdated = new WeakSet<Query>();
    super({
      queryCache: new QueryCache({
        onSuccess: (_, query) => {
          if (outdated.delete(query as Query)) void this.invalidateQueries({ queryKey: query.queryKey, exact: true });
        },
      }),
      defaultOptions: {
        // The daemon is on this machine, so requests do not depend on the internet connection.
        queries: { networkMode: 'always', retry: shouldRetry, staleTime: 60_000, refetchOnWindowFocus: false },
        mutations: { networkMode: 'always' },
      },
    });
    this.#outdated = outdated;
  }

  /**
   * TanStack Query fetches a query anew only if it is shown and has data. It takes the answer to any other running fetch as
   * current, for example of a list that is loaded for the first time while new mail arrives. Such a query is invalidated again
   * after its answer.
   */
  override invalidateQueries<K extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<K>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
      if (query.state.data === undefined || !query.isActive()) this.#outdated.add(query);
    }
    return super.invalidateQueries(filters, options);
  }
}

/** A refusal of the daemon is final; other failures are retried twice. */
function shouldRetry(failures: number, error: unknown): boolean {
  return !(error instanceof Refusal) && failures < 2;
}
