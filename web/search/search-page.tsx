import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Panel } from '../design/panel.tsx';
import { Place } from '../mailbox/place.tsx';
import { useParts } from '../parts.ts';
import { searchPages } from '../queries.ts';
import { strings } from '../strings.ts';

const words = strings.search;

/** What a search found, and honestly how much was searched. */
export function SearchPage() {
  const { q } = useSearch({ from: '/search' });
  const { api } = useParts();
  const lens = useMemo(() => ({ kind: 'search' as const, query: q }), [q]);
  const query = useInfiniteQuery(searchPages(api, q));
  const found = q ? query.data?.pages : noPages;
  const first = q ? query.data?.pages[0] : undefined;
  const { indexed = 0, stored = 0 } = first?.coverage ?? {};
  return (
    <Place
      lens={lens}
      title={words.place}
      summary={first && words.results(first.total, first.total_is_exact)}
      total={first?.total_is_exact ? first.total : undefined}
      unread={0}
      note={indexed < stored ? words.coverage(indexed, stored) : undefined}
      pages={{
        groups: found,
        error: query.error,
        retry: () => void query.refetch(),
        hasMore: q !== '' && query.hasNextPage,
        isLoadingMore: query.isFetchingNextPage,
        loadMore: () => void query.fetchNextPage(),
      }}
      empty={
        q ? (
          <Panel scene="search" title={words.nothing} hint={words.nothingHint(q)} />
        ) : (
          <Panel scene="search" title={words.ask} hint={words.askHint} />
        )
      }
    />
  );
}

const noPages: [] = [];
