import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Panel } from '../design/panel.tsx';
import { useParts } from '../parts.ts';
import { accountsQuery, type MailboxLens, mailboxPages, shellQuery, syncQuery } from '../queries.ts';
import { placeName } from '../shell/place-names.ts';
import { strings } from '../strings.ts';
import { NarrowMenu } from './narrow-menu.tsx';
import { Place } from './place.tsx';

/** The inbox, all mail or a label. */
export function MailboxPage({ lens }: { lens: MailboxLens }) {
  const { api } = useParts();
  const query = useInfiniteQuery(mailboxPages(api, lens));
  const groups = useMemo(() => query.data?.pages.map(({ mailbox }) => mailbox), [query.data]);
  const first = groups?.[0];
  const name = usePlaceName(lens, first?.lensLabel);
  return (
    <Place
      lens={lens}
      title={useOwned(lens, name)}
      summary={first && countsInWords(first.counts)}
      total={first?.counts.total}
      unread={first?.counts.unread ?? 0}
      tools={<NarrowMenu lens={lens} />}
      pages={{
        groups,
        isByDay: true,
        error: query.error,
        retry: () => void query.refetch(),
        hasMore: query.hasNextPage,
        isLoadingMore: query.isFetchingNextPage,
        loadMore: () => void query.fetchNextPage(),
      }}
      empty={<EmptyMailbox kind={lens.kind} />}
    />
  );
}

/** The inbox of all accounts, or of the one that the address says. */
export function InboxPage() {
  const { account } = useSearch({ from: '/inbox' });
  const lens = useMemo(() => ({ kind: 'inbox' as const, account }), [account]);
  return <MailboxPage key={account} lens={lens} />;
}

export function LabelPage() {
  const { labelId } = useParams({ from: '/label/$labelId' });
  const lens = useMemo(() => ({ kind: 'label' as const, labelId }), [labelId]);
  return <MailboxPage key={labelId} lens={lens} />;
}

/** What a place is called, also before its first page is here, so that its name neither jumps nor fails with it. */
function usePlaceName(lens: MailboxLens, label: string | undefined): string {
  const { api } = useParts();
  const { data } = useQuery(shellQuery(api));
  if (lens.kind !== 'label') return strings.places[lens.kind];
  const items = data?.sidebar.sections.flatMap((section) => section.items);
  const item = items?.find(({ lens: { labelId } }) => labelId === lens.labelId);
  if (item?.role) return placeName(item);
  return label ?? item?.label ?? strings.places.label;
}

/** The name of a place with that of its account, where it shows the mail of one alone. */
function useOwned(lens: MailboxLens, name: string): string {
  const { api } = useParts();
  const { data } = useQuery(accountsQuery(api));
  const wanted = lens.kind === 'inbox' ? lens.account : undefined;
  const owner = data?.accounts.find(({ account_id }) => account_id === wanted)?.name;
  return owner === undefined ? name : strings.list.owned({ place: name, account: owner });
}

function countsInWords({ total, unread }: { total: number; unread: number }): string {
  const words = strings.list.conversations({ count: total });
  return unread > 0 ? `${words}, ${strings.list.unreadCount({ count: unread })}` : words;
}

/** Why a list is empty: nobody is signed in, the mail is still coming, or there is none. */
function EmptyMailbox({ kind }: { kind: MailboxLens['kind'] }) {
  const { api } = useParts();
  const { data: statuses } = useQuery(syncQuery(api));
  const words = strings.empty;
  if (statuses?.length === 0) return <Panel scene="open" title={words.noAccount} hint={words.noAccountHint} />;
  const isFirstSync = statuses?.some(({ sync_in_progress, last_success_at }) => sync_in_progress && !last_success_at);
  if (isFirstSync && kind !== 'label') return <Panel scene="coming" title={words.fetching} hint={words.fetchingHint} />;
  if (kind === 'label') return <Panel scene="open" title={words.label} hint={words.labelHint} />;
  if (kind === 'all') return <Panel scene="open" title={words.all} hint={words.allHint} />;
  return <Panel scene="resting" title={words.inbox} hint={words.inboxHint} />;
}
