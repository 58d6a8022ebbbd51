import { useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../../design/controls/button.tsx';
import { ErrorState, EmptyState } from '../../../design/feedback/empty-state.tsx';
import { ListActionsProvider } from '../../selection/list-actions.tsx';
import { ListGists, SelectionBar, SelectionSummary } from '../../lazy-components.ts';
import { SelectionAnnouncer } from '../../selection/selection-announcer.tsx';
import { SelectionProvider, useSelection } from '../../selection/selection-context.tsx';
import { SelectionKeys } from '../../selection/selection-keys.tsx';
import { usePageSlots } from '../../../design/layout/page-slots.ts';
import { PaneResizer } from '../../../design/layout/pane-resizer.tsx';
import { strings } from '../../../i18n/strings.ts';
import { NoThreadOpen } from './no-thread-open.tsx';
import { ReaderToggle } from './reader-toggle.tsx';
import { ListSkeleton } from '../../../design/feedback/list-skeleton.tsx';
import { settingsQuery } from '../../queries/settings.ts';
import { useServices } from '../../services.ts';
import { GistContext, noGists, wantsGists } from '../gists/gist-context.ts';
import { ThreadListContext } from '../list/list-context.ts';
import styles from './thread-list-page.module.css';
import { listLinesOf, rowsOf } from '../list/rows.ts';
import { ThreadList } from '../list/thread-list.tsx';
import type { Lens } from '../../lens.ts';
import type { Pages } from '../list/pages.ts';

type ThreadListPageProps = {
  lens: Lens;
  title: string;
  /** The number of conversations in words; absent while unknown. */
  summary: string | undefined;
  total: number | undefined;
  unread: number;
  note?: ReactNode;
  /** Shown at the end of the title. */
  tools?: ReactNode;
  pages: Pages;
  /** Listeners for keys of this list, which are mounted in it. */
  keys?: ReactNode;
  /** Shown in an empty list. */
  empty: ReactNode;
};

/** A list of conversations with the open conversation beside it or over it. */
export function ThreadListPage({
  lens,
  title,
  summary,
  total,
  unread,
  note,
  tools,
  pages,
  keys,
  empty,
}: ThreadListPageProps) {
  const { SidebarButton, SearchBox } = usePageSlots();
  const { threadId } = useParams({ strict: false });
  const list = useRef<HTMLElement>(null);
  const [gists, setGists] = useState(noGists);
  const { data: hasGists } = useQuery({ ...settingsQuery(useServices().api), select: wantsGists });
  const { groups, isByDay = false } = pages;
  const lines = useMemo(() => listLinesOf(groups ?? [], { isByDay }), [groups, isByDay]);
  const data = useMemo(() => ({ lens, rows: rowsOf(lines), total }), [lens, lines, total]);
  const isEmpty = Boolean(pages.groups ?? pages.error) && lines.length === 0 && !pages.hasMore && !threadId;
  useEffect(() => {
    document.title = strings.pageTitle({ place: title, unread });
  }, [title, unread]);
  return (
    <ThreadListContext value={data}>
      <SelectionProvider {...data} hasMore={pages.hasMore} unread={unread} openId={threadId}>
        <div className={styles['panes']} data-open={threadId ? true : undefined} data-empty={isEmpty || undefined}>
          <ListActionsProvider list={list}>
            <SelectionKeys list={list} />
            {keys}
            <section className={styles['list']} ref={list} aria-label={strings.list.label({ place: title })}>
              <header className={styles['head']}>
                <div className={styles['titles']}>
                  <SidebarButton />
                  <h1 className={styles['title']} dir="auto" title={title}>
                    {title}
                  </h1>
                  <p className={styles['summary']} role="status">
                    {summary}
                  </p>
                  <div className={styles['tools']}>
                    {tools}
                    <ReaderToggle />
                  </div>
                </div>
                <SearchBox />
              </header>
              <ShownSelectionBar listTitle={title} />
              <SelectionAnnouncer listTitle={title} />
              {note && <div className={styles['note']}>{note}</div>}
              <div className={styles['lines']}>
                <GistContext value={gists}>
                  <Lines
                    key={JSON.stringify(lens)}
                    lens={lens}
                    lines={lines}
                    threadId={threadId}
                    total={total}
                    pages={pages}
                    empty={empty}
                  />
                </GistContext>
                {hasGists && <ListGists onGists={setGists} />}
              </div>
              <PaneResizer pane="list" label={strings.list.edge} />
            </section>
            <section className={styles['reader']} aria-label={strings.reader.label}>
              {threadId ? <Outlet /> : lines.length > 0 && <EmptyReader listTitle={title} />}
            </section>
          </ListActionsProvider>
        </div>
      </SelectionProvider>
    </ThreadListContext>
  );
}

/** The bar is fetched soon after the first paint, or when it is first needed. */
function ShownSelectionBar({ listTitle }: { listTitle: string }) {
  const { isEmpty } = useSelection();
  return isEmpty ? null : <SelectionBar listTitle={listTitle} />;
}

function EmptyReader({ listTitle }: { listTitle: string }) {
  const { isEmpty } = useSelection();
  return isEmpty ? <NoThreadOpen /> : <SelectionSummary listTitle={listTitle} />;
}

type LinesProps = Pick<ThreadListPageProps, 'lens' | 'total' | 'pages' | 'empty'> & {
  lines: ReturnType<typeof listLinesOf>;
  threadId: string | undefined;
};

function Lines({ lens, lines, threadId, total, pages, empty }: LinesProps) {
  const [hadSome, setHadSome] = useState(false);
  if (lines.length > 0 && !hadSome) setHadSome(true);
  if (lines.length > 0) {
    return <ThreadList lens={lens} lines={lines} openId={threadId} total={total} pages={pages} />;
  }
  if (pages.error) return <ErrorState error={pages.error} onRetry={pages.retry} />;
  if (!pages.groups) return <ListSkeleton />;
  if (pages.hasMore) return <NextPage pages={pages} />;
  return hadSome ? <EmptiedList /> : empty;
}

/** All loaded rows have left at once, and there are more pages. */
function NextPage({ pages: { isLoadingMore, loadMore } }: { pages: Pages }) {
  useEffect(() => {
    if (!isLoadingMore) loadMore();
  }, [isLoadingMore, loadMore]);
  return <ListSkeleton />;
}

/** The last conversation left the list while it was shown. */
function EmptiedList() {
  const navigate = useNavigate();
  useEffect(() => {
    // The focused row was the last one; the main landmark takes the focus.
    if (document.activeElement === document.body) document.getElementById('mail')?.focus({ preventScroll: true });
  }, []);
  return (
    <EmptyState illustration="resting" title={strings.empty.emptied} hint={strings.empty.emptiedHint}>
      <Button onClick={() => void navigate({ to: '/history' })}>{strings.acting.acts.history}</Button>
    </EmptyState>
  );
}
