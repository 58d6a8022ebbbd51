import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Reply } from '../api.ts';
import { Panel } from '../design/panel.tsx';
import { ExportMenu } from '../exports/export-menu.tsx';
import { Place } from '../mailbox/place.tsx';
import { useParts } from '../parts.ts';
import { searchPages } from '../queries.ts';
import { savedSearchesQuery } from '../saved-searches/queries.ts';
import { SaveSearch } from '../saved-searches/save-search.tsx';
import { shownAmong } from '../saved-searches/saved-search.ts';
import { Refusal } from '../session.ts';
import { strings } from '../strings.ts';
import { orderOf, OrderSwitch } from './order-switch.tsx';
import { UnreadableQuery } from './unreadable-query.tsx';
import styles from './search-page.module.css';

const words = strings.search;

/** What a search found, in which order, and honestly how much was searched. */
export function SearchPage() {
  const { q, sort, account } = useSearch({ from: '/search' });
  const { api } = useParts();
  const navigate = useNavigate();
  const lens = useMemo(() => ({ kind: 'search' as const, query: q, sort, account }), [q, sort, account]);
  const query = useInfiniteQuery(searchPages(api, q, sort, account));
  const pages = useMemo(() => query.data?.pages.map(underOneHeading), [query.data]);
  const first = q ? query.data?.pages[0] : undefined;
  const { data: searches = [] } = useQuery(savedSearchesQuery(api));
  const saved = shownAmong(searches, lens, first ? orderOf(first.sort) : sort);
  const unreadable = query.error instanceof Refusal && query.error.code === 'bad_query' ? query.error : undefined;
  return (
    <Place
      lens={lens}
      title={saved?.name ?? words.place}
      summary={first && words.results(first.total, first.total_is_exact)}
      total={first?.total_is_exact ? first.total : undefined}
      unread={0}
      note={
        first && (
          <div className={styles['note']}>
            <p>{words.coverage(first.coverage.indexed, first.coverage.stored)}</p>
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
        error: unreadable ? null : query.error,
        retry: () => void query.refetch(),
        hasMore: q !== '' && query.hasNextPage,
        isLoadingMore: query.isFetchingNextPage,
        loadMore: () => void query.fetchNextPage(),
      }}
      empty={<Empty query={q} unreadable={unreadable} />}
    />
  );
}

function Empty({ query, unreadable }: { query: string; unreadable: Refusal | undefined }) {
  if (unreadable) return <UnreadableQuery query={query} refusal={unreadable} />;
  if (query) return <Panel scene="search" title={words.nothing} hint={words.nothingHint(query)} />;
  return <Panel scene="search" title={words.ask} hint={words.askHint} />;
}

type Page = Pick<Reply<'search', 'find'>, 'groups' | 'sort'>;

/** Days say nothing where the best match comes first: then all stand under what the order is. */
function underOneHeading({ groups, sort }: Page): Pick<Page, 'groups'> {
  const order = orderOf(sort);
  if (order !== 'relevant' || groups.length === 0) return { groups };
  return { groups: [{ id: 'older', label: words.orders[order], rows: groups.flatMap(({ rows }) => rows) }] };
}

const noPages: [] = [];
