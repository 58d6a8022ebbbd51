import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { SidebarItem } from '../../../daemon/contract/shell.ts';
import type { Reply } from '../../api/client.ts';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { useServices } from '../../data/services.ts';
import { accountsQuery, mailboxPages, shellQuery, syncQuery } from '../../data/queries/mail.ts';
import { mailboxName } from '../../data/navigation/mailbox-names.ts';
import { strings } from '../../i18n/strings.ts';
import { FilterMenu } from './filter-menu.tsx';
import { ThreadListPage } from '../../data/thread-list/page/thread-list-page.tsx';
import type { MailboxLens } from '../../data/lens.ts';

/** The inbox, all mail or a label. */
export function MailboxPage({ lens }: { lens: MailboxLens }) {
  const { api } = useServices();
  const query = useInfiniteQuery(mailboxPages(api, lens));
  const groups = useMemo(() => query.data?.pages.map(({ mailbox }) => mailbox), [query.data]);
  const first = groups?.[0];
  const name = useMailboxTitle(lens, first?.lensLabel);
  return (
    <ThreadListPage
      lens={lens}
      title={useTitleWithAccount(lens, name)}
      summary={first && describeCounts(first.counts)}
      total={first?.counts.total}
      unread={first?.counts.unread ?? 0}
      tools={<FilterMenu lens={lens} />}
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

/** The inbox of all accounts, or of the account in the address. */
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

/** The name of a mailbox. It is known before the first page is loaded, so that the title does not change or fail with it. */
function useMailboxTitle(lens: MailboxLens, label: string | undefined): string {
  const { api } = useServices();
  const { data: item } = useQuery({ ...shellQuery(api), select: (shell) => sidebarItemOf(lens, shell) });
  if (lens.kind !== 'label') return strings.places[lens.kind];
  if (item?.role) return mailboxName(item);
  return label ?? item?.label ?? strings.places.label;
}

function sidebarItemOf(lens: MailboxLens, { sidebar }: Reply<'client', 'shell'>): SidebarItem | undefined {
  if (lens.kind !== 'label') return undefined;
  return sidebar.sections.flatMap(({ items }) => items).find((item) => item.lens.labelId === lens.labelId);
}

/** The name of a mailbox with the name of its account, if it shows the mail of one account. */
function useTitleWithAccount(lens: MailboxLens, name: string): string {
  const { api } = useServices();
  const accountId = lens.kind === 'inbox' ? lens.account : undefined;
  const { data: owner } = useQuery({
    ...accountsQuery(api),
    select: ({ accounts }) => accounts.find(({ account_id }) => account_id === accountId)?.name,
  });
  return owner === undefined ? name : strings.list.owned({ place: name, account: owner });
}

function describeCounts({ total, unread }: { total: number; unread: number }): string {
  const conversations = strings.list.conversations({ count: total });
  return unread > 0 ? `${conversations}, ${strings.list.unreadCount({ count: unread })}` : conversations;
}

/** Why a list is empty: there is no account, the mail is still being synced, or there is none. */
function EmptyMailbox({ kind }: { kind: MailboxLens['kind'] }) {
  const { api } = useServices();
  const { data: statuses } = useQuery(syncQuery(api));
  const t = strings.empty;
  if (statuses?.length === 0) return <EmptyState illustration="open" title={t.noAccount} hint={t.noAccountHint} />;
  const isFirstSync = statuses?.some(({ sync_in_progress, last_success_at }) => sync_in_progress && !last_success_at);
  if (isFirstSync && kind !== 'label')
    return <EmptyState illustration="coming" title={t.fetching} hint={t.fetchingHint} />;
  if (kind === 'label') return <EmptyState illustration="open" title={t.label} hint={t.labelHint} />;
  if (kind === 'all') return <EmptyState illustration="open" title={t.all} hint={t.allHint} />;
  return <EmptyState illustration="resting" title={t.inbox} hint={t.inboxHint} />;
}
