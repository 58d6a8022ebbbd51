import type { Call, ReaderHandlers, ReplyOf } from '../../handler-types.ts';
import { savedSearchRequest, type SearchRequest, type SearchPage } from '../../mail/searches/search-request.ts';
import type { savedSearchesRequests } from './contract.ts';
import { requireSearch } from './handlers.ts';

type Requests = typeof savedSearchesRequests;
type Run = Requests['run'];
type Explain = ReplyOf<Run>['explain'];

type SavedSearchesReaderDeps = {
  find: (request: SearchRequest, call: Call<Run>) => SearchPage<Explain> | Promise<SearchPage<Explain>>;
};

export function savedSearchesReaders({ find }: SavedSearchesReaderDeps): ReaderHandlers<Requests> {
  return {
    async run({ name, ...page }, call) {
      const search = requireSearch(call.db, call.accounts, name);
      const found = await find({ ...savedSearchRequest(search), ...page, scope: 'messages', explain: true }, call);
      const { explain, groups, ...rest } = found;
      if (!explain) throw new Error('a search that was to be explained wasn’t');
      const scores = new Map(explain.results.map(({ message_id, final_score }) => [message_id, final_score]));
      const results = groups.flatMap(({ rows }) =>
        rows.map(({ id, account_id, thread_id }) => ({
          account_id,
          message_id: id,
          mode: explain.executed_mode,
          score: scores.get(id) ?? 0,
          thread_id,
        })),
      );
      const { has_more, total, next_offset } = rest;
      return { kind: 'SearchResults', results, has_more, total, next_offset, explain };
    },
  };
}
