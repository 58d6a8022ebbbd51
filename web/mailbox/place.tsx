import { Outlet, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { RowGroup } from '../../daemon/contract/fields.ts';
import { ErrorPanel } from '../design/panel.tsx';
import type { Lens } from '../queries.ts';
import { SearchBox } from '../search/search-box.tsx';
import { Drawer } from '../shell/drawer.tsx';
import { strings } from '../strings.ts';
import { NothingOpen } from '../threads/nothing-open.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { PlaceContext } from './place-context.ts';
import styles from './place.module.css';
import { linesOf, rowsOf } from './rows.ts';
import { ThreadList } from './thread-list.tsx';

/** The pages of a list, as far as they are loaded. */
export type Pages = {
  groups: readonly { groups: readonly RowGroup[] }[] | undefined;
  error: unknown;
  retry: () => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
};

type PlaceProps = {
  lens: Lens;
  title: string;
  /** How many there are, in words; absent while unknown. */
  summary: string | undefined;
  total: number | undefined;
  unread: number;
  note?: ReactNode;
  pages: Pages;
  /** What stands in an empty list. */
  empty: ReactNode;
};

/** A list of conversations and, beside it or over it, the one that is open. */
export function Place({ lens, title, summary, total, unread, note, pages, empty }: PlaceProps) {
  const { threadId } = useParams({ strict: false });
  const lines = useMemo(() => linesOf(pages.groups ?? []), [pages.groups]);
  const place = useMemo(() => ({ lens, rows: rowsOf(lines), total }), [lens, lines, total]);
  useEffect(() => {
    document.title = strings.pageTitle(title, unread);
  }, [title, unread]);
  return (
    <PlaceContext value={place}>
      <div className={styles['panes']} data-open={threadId ? true : undefined}>
        <section className={styles['list']} aria-label={strings.list.label(title)}>
          <header className={styles['head']}>
            <div className={styles['titles']}>
              <Drawer />
              <h1 className={styles['title']} dir="auto" title={title}>
                {title}
              </h1>
              <p className={styles['summary']} role="status">
                {summary}
              </p>
            </div>
            <SearchBox
              key={lens.kind === 'search' ? lens.query : ''}
              query={lens.kind === 'search' ? lens.query : ''}
            />
          </header>
          {note && <div className={styles['note']}>{note}</div>}
          <div className={styles['lines']}>
            <Lines lens={lens} lines={lines} threadId={threadId} total={total} pages={pages} empty={empty} />
          </div>
        </section>
        <section className={styles['reader']} aria-label={strings.reader.label}>
          {threadId ? <Outlet /> : lines.length > 0 && <NothingOpen />}
        </section>
      </div>
    </PlaceContext>
  );
}

type LinesProps = Pick<PlaceProps, 'lens' | 'total' | 'pages' | 'empty'> & {
  lines: ReturnType<typeof linesOf>;
  threadId: string | undefined;
};

function Lines({ lens, lines, threadId, total, pages, empty }: LinesProps) {
  if (lines.length > 0) {
    return <ThreadList lens={lens} lines={lines} openId={threadId} total={total} pages={pages} />;
  }
  if (pages.error) return <ErrorPanel error={pages.error} onRetry={pages.retry} />;
  return pages.groups ? empty : <ListSkeleton />;
}
