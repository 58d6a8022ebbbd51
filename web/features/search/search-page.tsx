import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { ThreadListPage } from '../../data/thread-list/page/thread-list-page.tsx';
import { useServices } from '../../data/services.ts';
import { labelsQuery, type LabelRecord } from '../../data/queries/labels.ts';
import { savedSearchesQuery } from './saved/queries.ts';
import { shownAmong, type SearchLens } from './saved/saved-search.ts';
import { Refusal } from '../../api/session.ts';
import { strings } from '../../i18n/strings.ts';
import { Button } from '../../design/controls/button.tsx';
import { DidYouMean } from './did-you-mean.tsx';
import { canSearchByMeaning, semanticStatusQuery } from '../../data/queries/semantic.ts';
import { type RowMatch, SearchMatchContext } from '../../data/thread-list/row/search-match-context.ts';
import { searchReplyPages, searchTotalQuery, type SearchReply } from '../../data/queries/search.ts';
import { MeaningSwitch } from './meaning-switch.tsx';
import { ResultsNote } from './results-note.tsx';
import { SimilarEnd } from './similar-end.tsx';
import { orderOf } from './sort-order-switch.tsx';
import { ServerSearch } from './server-search.tsx';
import { typedQuery, useSearchInput } from './use-search-input.ts';
import { InvalidQuery } from './invalid-query.tsx';
import { useByMeaning } from './use-by-meaning.ts';
import { useFocusOnResults } from './use-result-focus.ts';
import styles from './search-page.module.css';

const t = strings.search;

/** The results of a search, their order, and whether all mail was searched. */
export function SearchPage() {
  const { q, sort, account } = useSearch({ from: '/search' });
  const { api } = useServices();
  const client = useQueryClient();
  const lens = useMemo(() => ({ kind: 'search' as const, query: q, sort, account }), [q, sort, account]);
  const { typing } = useSearchInput();
  // The address is slightly behind the typed text. The results of a search that was entered stay until it follows.
  const isTyping = typing !== null && (typing.searched.includes(q) || typedQuery(typing) === q);
  const [byMeaning, setByMeaning] = useByMeaning();
  const semantic = useQuery({ ...semanticStatusQuery(api), enabled: q !== '' }).data;
  const maySearchByMeaning = semantic !== undefined && canSearchByMeaning(semantic);
  const isByMeaning = byMeaning && maySearchByMeaning && !isTyping;
  const query = useInfiniteQuery(searchReplyPages(api, lens, isTyping, isByMeaning));
  const { matching } = query.data?.pages[0] ?? {};
  const widened = matching && matching.kind !== 'exact' ? matching.query : undefined;
  const isWaiting = query.isPlaceholderData || (isTyping && query.isError);
  const listLens = useShownLens({ ...lens, widened, isTyping }, q !== '' && isWaiting);
  const results = useLastValidResults(query.data, isTyping);
  const pages = useShownPages(results?.pages, listLens);
  const { data: labels } = useQuery(labelsQuery(api));
  const matches = useMemo(() => matchesIn(results?.pages ?? [], labels?.labels ?? []), [results, labels]);
  const first = q ? results?.pages[0] : undefined;
  const total = useTotal(lens, first, isTyping || isWaiting);
  const { data: searches = [] } = useQuery(savedSearchesQuery(api));
  const saved = shownAmong(searches, lens, first ? orderOf(first.sort) : sort);
  const refusal = query.error instanceof Refusal && query.error.code === 'bad_query' ? query.error : undefined;
  // A half-typed query is often invalid, so the previous results stay meanwhile.
  const invalid = isTyping && results ? undefined : refusal;
  const typedTotal = client.getQueryData(searchReplyPages(api, lens, true).queryKey)?.pages[0]?.total ?? 0;
  const hasMoreByBeginning = total !== undefined && typedTotal > total.total;
  const isShown = !isTyping && !isWaiting && !query.isPending;
  useFocusOnResults(isShown ? (first?.total ?? 0) : undefined);
  const correction = isWaiting ? null : (first?.did_you_mean ?? null);
  const incomplete = first?.incomplete_accounts ?? [];
  const serverSearch = isShown && incomplete.length > 0 && (
    <ServerSearch key={JSON.stringify(lens)} lens={lens} incompleteAccounts={incomplete} />
  );
  return (
    <SearchMatchContext value={matches}>
      <ThreadListPage
        lens={listLens}
        title={saved?.name ?? t.place}
        summary={total && t.results(total)}
        total={total?.isExact ? total.total : undefined}
        unread={0}
        note={
          first && (
            <ResultsNote
              lens={listLens}
              reply={first}
              isWaiting={isWaiting}
              hasMoreByBeginning={!isTyping && hasMoreByBeginning}
              isSaved={saved !== undefined}
              meaning={maySearchByMeaning && <MeaningSwitch isOn={byMeaning} onChange={setByMeaning} />}
            />
          )
        }
        pages={{
          groups: q && !invalid ? pages : noPages,
          isByDay: first !== undefined && orderOf(first.sort) !== 'relevant',
          error: refusal ? null : query.error,
          retry: () => void query.refetch(),
          hasMore: q !== '' && query.hasNextPage,
          isLoadingMore: query.isFetchingNextPage,
          loadMore: () => void query.fetchNextPage(),
          end: (
            <SimilarEnd pages={results?.pages ?? noPages} onExact={() => setByMeaning(false)}>
              {serverSearch}
            </SimilarEnd>
          ),
        }}
        empty={
          <Empty lens={lens} invalid={invalid} found={first} correction={correction}>
            {serverSearch}
          </Empty>
        }
      />
    </SearchMatchContext>
  );
}

/** How each message was found, by its id, and whether it is in Trash or Spam. */
function matchesIn(pages: readonly SearchReply[], labels: readonly LabelRecord[]): Map<string, RowMatch> {
  const matches = new Map<string, RowMatch>();
  for (const match of pages.flatMap((page) => page.matches)) matches.set(match.message_id, match);
  function mark(message_id: string, text: string): void {
    const match = matches.get(message_id) ?? { message_id, places: [], subject: null, excerpt: null };
    matches.set(message_id, { ...match, mark: <span className={styles['mark']}>{text}</span> });
  }
  for (const message_id of pages.flatMap(({ by_meaning }) => by_meaning)) mark(message_id, t.byMeaning.mark);
  const roles = new Map(labels.map(({ id, role }) => [id, role]));
  for (const row of pages.flatMap(({ groups }) => groups).flatMap(({ rows }) => rows)) {
    const role = row.labels?.map(({ id }) => roles.get(id)).find((each) => each === 'trash' || each === 'spam');
    if (role === 'trash' || role === 'spam') mark(row.id, strings.sidebar.places[role]);
  }
  return matches;
}

/** How much was found: the total of the first page, then the exact one where that is only a lower bound. */
function useTotal(
  lens: SearchLens,
  first: SearchReply | undefined,
  isWaiting: boolean,
): { total: number; isExact: boolean } | undefined {
  const { api } = useServices();
  const isAsked = first !== undefined && !first.total_is_exact && !isWaiting;
  const { data: exactTotal } = useQuery({ ...searchTotalQuery(api, lens), enabled: isAsked });
  if (first === undefined) return undefined;
  if (isAsked && exactTotal !== undefined) return { total: exactTotal, isExact: true };
  return { total: first.total, isExact: first.total_is_exact };
}

type EmptyProps = {
  lens: SearchLens;
  invalid: Refusal | undefined;
  found: SearchReply | undefined;
  correction: SearchReply['did_you_mean'];
  children: ReactNode;
};

function Empty({ lens, invalid, found, correction, children }: EmptyProps) {
  const { query } = lens;
  if (invalid) return <InvalidQuery query={query} refusal={invalid} />;
  if (query)
    return (
      <EmptyState illustration="search" title={t.nothing} hint={t.nothingHint({ query })}>
        <div className={styles['tries']}>
          {correction && <DidYouMean correction={correction} lens={lens} />}
          <AlternativeSearches lens={lens} found={found} />
          {children}
        </div>
      </EmptyState>
    );
  return <EmptyState illustration="search" title={t.ask} hint={t.askHint} />;
}

/** Broader searches: all accounts, or only the words without other conditions. */
function AlternativeSearches({ lens: { query, sort, account }, found }: Pick<EmptyProps, 'lens' | 'found'>) {
  const navigate = useNavigate();
  const texts = (found?.clauses ?? []).filter(({ is_text }) => is_text);
  const alone = texts.map(({ position, length }) => query.slice(position, position + length)).join(' ');
  return (
    <>
      {account !== undefined && (
        <Button onClick={() => void navigate({ to: '/search', search: { q: query, sort } })}>{t.everywhere}</Button>
      )}
      {alone !== '' && texts.length < (found?.clauses.length ?? 0) && (
        <Button onClick={() => void navigate({ to: '/search', search: { q: alone, sort, account } })}>
          {t.searchWords}
        </Button>
      )}
    </>
  );
}

/** The previous list stays until the next results are there; then another list starts. */
function useShownLens<L extends object>(lens: L, isWaiting: boolean): L {
  const [shown, setShown] = useState(lens);
  const isSame = JSON.stringify(shown) === JSON.stringify(lens);
  if (!isWaiting && !isSame) setShown(lens);
  return isWaiting || isSame ? shown : lens;
}

/** The last results, shown while the current query cannot be parsed. */
function useLastValidResults<Data>(data: Data | undefined, isTyping: boolean): Data | undefined {
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  return data ?? (isTyping ? last : undefined);
}

/** The results from before the user emptied the box do not come back while the next search is waiting for its own. */
function useShownPages(pages: readonly SearchReply[] | undefined, { query }: SearchLens) {
  const isKnown = query !== '';
  return useMemo(() => (isKnown ? pages?.map(underOneHeading) : undefined), [isKnown, pages]);
}

type Page = Pick<SearchReply, 'groups' | 'sort'>;

/** Sorted by relevance, days have no meaning: then one heading names the order. */
function underOneHeading({ groups, sort }: Page): Pick<Page, 'groups'> {
  const order = orderOf(sort);
  if (order !== 'relevant' || groups.length === 0) return { groups };
  return { groups: [{ id: 'older', label: t.orders[order], rows: groups.flatMap(({ rows }) => rows) }] };
}

const noPages: [] = [];
