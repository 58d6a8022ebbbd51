import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { Panel } from '../design/panel.tsx';
import { ExportMenu } from '../exports/export-menu.tsx';
import { Place } from '../mailbox/place.tsx';
import { useParts } from '../parts.ts';
import { accountsQuery } from '../queries.ts';
import { savedSearchesQuery } from '../saved-searches/queries.ts';
import { SaveSearch } from '../saved-searches/save-search.tsx';
import { shownAmong, type SearchLens } from '../saved-searches/saved-search.ts';
import { Refusal } from '../session.ts';
import { strings } from '../strings.ts';
import { Button } from '../design/button.tsx';
import { Conditions } from './conditions.tsx';
import { DidYouMean } from './did-you-mean.tsx';
import { FoundContext } from './found-context.ts';
import { foundPages, type Found } from './queries.ts';
import { orderOf, OrderSwitch } from './order-switch.tsx';
import { useTyping } from './typing.ts';
import { UnreadableQuery } from './unreadable-query.tsx';
import styles from './search-page.module.css';

const words = strings.search;

/** What a search found, in which order, and honestly how much was searched. */
export function SearchPage() {
  const { q, sort, account } = useSearch({ from: '/search' });
  const { api } = useParts();
  const navigate = useNavigate();
  const lens = useMemo(() => ({ kind: 'search' as const, query: q, sort, account }), [q, sort, account]);
  const { typing } = useTyping();
  // The address is a key or two behind what is written.
  const isTyping = typing !== null && (typing.hasFocus || typing.text.trim() === q);
  const query = useInfiniteQuery(foundPages(api, lens, isTyping));
  const listLens = useShownLens({ ...lens, isTyping }, q !== '' && query.isPlaceholderData);
  const found = useLastReadable(query.data, isTyping);
  const pages = useMemo(() => found?.pages.map(underOneHeading), [found]);
  const matches = useMemo(
    () => new Map(found?.pages.flatMap((page) => page.matches).map((match) => [match.message_id, match])),
    [found],
  );
  const first = q ? found?.pages[0] : undefined;
  const { data: known } = useQuery(accountsQuery(api));
  const accountName = known?.accounts.find(({ account_id }) => account_id === account)?.name;
  const { data: searches = [] } = useQuery(savedSearchesQuery(api));
  const saved = shownAmong(searches, lens, first ? orderOf(first.sort) : sort);
  const refusal = query.error instanceof Refusal && query.error.code === 'bad_query' ? query.error : undefined;
  // A query that is half written seldom makes sense: what was found before stays meanwhile.
  const unreadable = isTyping && found ? undefined : refusal;
  const meant = query.isPlaceholderData ? null : (first?.did_you_mean ?? null);
  return (
    <FoundContext value={matches}>
      <Place
        lens={listLens}
        title={saved?.name ?? words.place}
        summary={first && words.results({ total: first.total, isExact: first.total_is_exact })}
        total={first?.total_is_exact ? first.total : undefined}
        unread={0}
        note={
          first && (
            <div className={styles['note']}>
              <Conditions lens={lens} clauses={first.clauses} accountName={accountName} />
              <p title={words.coverageOf}>
                {words.coverage({
                  indexed: first.coverage.indexed,
                  stored: first.coverage.stored,
                  which: first.coverage.indexed < first.coverage.stored ? 'some' : 'all',
                })}
              </p>
              {meant && first.total > 0 && <DidYouMean correction={meant} lens={lens} />}
              <div className={styles['acts']}>
                {!saved && <SaveSearch lens={lens} order={orderOf(first.sort)} />}
                {account === undefined && <ExportMenu wish={{ query: q }} />}
                <OrderSwitch
                  order={orderOf(first.sort)}
                  onChoose={(chosen) => void navigate({ to: '/search', search: { q, sort: chosen, account } })}
                />
              </div>
            </div>
          )
        }
        pages={{
          groups: q && !unreadable ? pages : noPages,
          isByDay: first !== undefined && orderOf(first.sort) !== 'relevant',
          error: refusal ? null : query.error,
          retry: () => void query.refetch(),
          hasMore: q !== '' && query.hasNextPage,
          isLoadingMore: query.isFetchingNextPage,
          loadMore: () => void query.fetchNextPage(),
        }}
        empty={<Empty lens={lens} unreadable={unreadable} found={first} meant={meant} />}
      />
    </FoundContext>
  );
}

type EmptyProps = {
  lens: SearchLens;
  unreadable: Refusal | undefined;
  found: Found | undefined;
  meant: Found['did_you_mean'];
};

function Empty({ lens, unreadable, found, meant }: EmptyProps) {
  const { query } = lens;
  if (unreadable) return <UnreadableQuery query={query} refusal={unreadable} />;
  if (query)
    return (
      <Panel scene="search" title={words.nothing} hint={words.nothingHint({ query })}>
        <div className={styles['tries']}>
          {meant && <DidYouMean correction={meant} lens={lens} />}
          <OtherTries lens={lens} found={found} />
        </div>
      </Panel>
    );
  return <Panel scene="search" title={words.ask} hint={words.askHint} />;
}

/** What may find more: all accounts, or the words without what else was asked. */
function OtherTries({ lens: { query, sort, account }, found }: Pick<EmptyProps, 'lens' | 'found'>) {
  const navigate = useNavigate();
  const texts = (found?.clauses ?? []).filter(({ is_text }) => is_text);
  const alone = texts.map(({ position, length }) => query.slice(position, position + length)).join(' ');
  return (
    <>
      {account !== undefined && (
        <Button onClick={() => void navigate({ to: '/search', search: { q: query, sort } })}>{words.everywhere}</Button>
      )}
      {alone !== '' && texts.length < (found?.clauses.length ?? 0) && (
        <Button onClick={() => void navigate({ to: '/search', search: { q: alone, sort, account } })}>
          {words.searchWords}
        </Button>
      )}
    </>
  );
}

/** The list stays what it was until there is something else to show in it; then it is another list. */
function useShownLens<L extends object>(lens: L, isWaiting: boolean): L {
  const [shown, setShown] = useState(lens);
  const isSame = JSON.stringify(shown) === JSON.stringify(lens);
  if (!isWaiting && !isSame) setShown(lens);
  return isWaiting || isSame ? shown : lens;
}

/** What was found last, for as long as what is written next cannot be read. */
function useLastReadable<Data>(data: Data | undefined, isTyping: boolean): Data | undefined {
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  return data ?? (isTyping ? last : undefined);
}

type Page = Pick<Found, 'groups' | 'sort'>;

/** Days say nothing where the best match comes first: then all stand under what the order is. */
function underOneHeading({ groups, sort }: Page): Pick<Page, 'groups'> {
  const order = orderOf(sort);
  if (order !== 'relevant' || groups.length === 0) return { groups };
  return { groups: [{ id: 'older', label: words.orders[order], rows: groups.flatMap(({ rows }) => rows) }] };
}

const noPages: [] = [];
