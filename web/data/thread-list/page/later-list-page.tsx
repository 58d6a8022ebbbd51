import { Link, Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { Paperclip } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import { ErrorState } from '../../../design/feedback/empty-state.tsx';
import { threadLink } from '../../lens-links.ts';
import { ListSkeleton } from '../../../design/feedback/list-skeleton.tsx';
import { ThreadListContext } from '../list/list-context.ts';
import place from './thread-list-page.module.css';
import { usePageSlots } from '../../../design/layout/page-slots.ts';
import { useKeys } from '../../../keyboard/use-keys.ts';
import { strings } from '../../../i18n/strings.ts';
import { NoThreadOpen } from './no-thread-open.tsx';
import { ReaderToggle } from './reader-toggle.tsx';
import styles from './later-list-page.module.css';
import type { LaterList, Lens } from '../../lens.ts';

const t = strings.later;

/** A conversation that is kept for later. */
export type LaterEntry = {
  key: string;
  threadId: string;
  /** Entries of one heading are adjacent; none for a list without parts. */
  heading?: string | undefined;
  correspondent: string;
  subject: string;
  snippet: string;
  unread: boolean;
  hasAttachments: boolean;
  when?: { short: string; full: string } | undefined;
  actions: ReactNode;
};

type LaterListPageProps = {
  list: LaterList;
  entries: readonly LaterEntry[] | undefined;
  error: unknown;
  retry: () => void;
  empty: ReactNode;
};

/** A list of conversations that are kept for later, with the open conversation beside it or over it. */
export function LaterListPage({ list, entries, error, retry, empty }: LaterListPageProps) {
  const { SidebarButton, SearchBox } = usePageSlots();
  const { threadId } = useParams({ strict: false });
  const title = t.places[list];
  const isEmpty = entries?.length === 0 && !threadId;
  const context = useMemo(() => ({ lens: lensOf(list), rows: [], total: undefined }), [list]);
  useEffect(() => {
    document.title = strings.pageTitle({ place: title, unread: 0 });
  }, [title]);
  return (
    <ThreadListContext value={context}>
      <div className={place['panes']} data-open={threadId ? true : undefined} data-empty={isEmpty || undefined}>
        <section className={place['list']} aria-label={t.list({ place: title })}>
          <header className={place['head']}>
            <div className={place['titles']}>
              <SidebarButton />
              <h1 className={place['title']}>{title}</h1>
              <p className={place['summary']} role="status">
                {entries && entries.length > 0 && t.counts[list]({ count: entries.length })}
              </p>
              <div className={place['tools']}>
                <ReaderToggle />
              </div>
            </div>
            <SearchBox />
          </header>
          <div className={place['lines']}>
            {entries && entries.length > 0 ? (
              <Entries list={list} entries={entries} openId={threadId} />
            ) : (
              <ListFallback isLoaded={entries !== undefined} error={error} retry={retry} empty={empty} />
            )}
          </div>
        </section>
        <section className={place['reader']} aria-label={strings.reader.label}>
          {threadId ? <Outlet /> : entries && entries.length > 0 && <NoThreadOpen />}
        </section>
      </div>
    </ThreadListContext>
  );
}

function lensOf(list: LaterList): Lens {
  return { kind: 'later', list };
}

type ListFallbackProps = Pick<LaterListPageProps, 'error' | 'retry' | 'empty'> & { isLoaded: boolean };

function ListFallback({ isLoaded, error, retry, empty }: ListFallbackProps) {
  if (isLoaded) return empty;
  return error ? <ErrorState error={error} onRetry={retry} /> : <ListSkeleton />;
}

type EntriesProps = { list: LaterList; entries: readonly LaterEntry[]; openId: string | undefined };

function Entries({ list, entries, openId }: EntriesProps) {
  const groups = [...Map.groupBy(entries, ({ heading }) => heading)];
  const scroller = useRef<HTMLDivElement>(null);
  useEntryKeys({ list, entries, openId, scroller });
  return (
    <div className={styles['scroller']} ref={scroller}>
      {groups.map(([heading, members]) => (
        <section key={heading} aria-label={heading}>
          {heading !== undefined && <h2 className={styles['heading']}>{heading}</h2>}
          <ul role="list">
            {members.map((entry) => (
              <Entry key={entry.key} list={list} entry={entry} isOpen={entry.threadId === openId} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

type EntryKeys = EntriesProps & { scroller: RefObject<HTMLElement | null> };

/** J and K move through the entries. If a conversation is open, they open the next one. */
function useEntryKeys({ list, entries, openId, scroller }: EntryKeys): void {
  const navigate = useNavigate();

  function move(step: number, { key }: KeyboardEvent): boolean {
    const links = [...(scroller.current?.querySelectorAll<HTMLElement>('a') ?? [])];
    const focused = links.findIndex((link) => link === document.activeElement);
    // Outside the list the arrow keys scroll.
    if (key.startsWith('Arrow') && focused < 0) return false;
    const at = focused >= 0 || !openId ? focused : entries.findIndex(({ threadId }) => threadId === openId);
    const next = Math.min(entries.length - 1, Math.max(0, at + step));
    links[next]?.focus();
    const entry = entries[next];
    if (openId && entry) void navigate({ ...threadLink(lensOf(list), entry.threadId), replace: true });
    return true;
  }

  useKeys({
    next: (event) => move(1, event),
    previous: (event) => move(-1, event),
    open({ key }) {
      const link = document.activeElement;
      // Enter activates the focused link.
      if (key === 'Enter' || !(link instanceof HTMLAnchorElement) || !scroller.current?.contains(link)) return false;
      link.click();
      return true;
    },
  });
}

function Entry({ list, entry, isOpen }: { list: LaterList; entry: LaterEntry; isOpen: boolean }) {
  const subject = entry.subject || strings.list.noSubject;
  return (
    <li className={styles['entry']} data-open={isOpen || undefined} data-unread={entry.unread || undefined}>
      <Link {...threadLink(lensOf(list), entry.threadId)} className={styles['link']}>
        {entry.unread && (
          <span className={styles['dot']}>
            <span className="visually-hidden">{strings.list.unread} </span>
          </span>
        )}
        <span className={styles['line']}>
          <span className={styles['who']} dir="auto">
            {entry.correspondent}
          </span>
          {entry.when && (
            <span className={styles['when']} title={entry.when.full}>
              {entry.when.short}
            </span>
          )}
        </span>
        <span className={styles['line']}>
          <span className={styles['subject']} dir="auto" title={subject}>
            {subject}
          </span>
          {entry.hasAttachments && <Paperclip role="img" aria-label={strings.list.attachment} />}
        </span>
        <span className={styles['snippet']} dir="auto">
          {entry.snippet}
        </span>
      </Link>
      <div className={styles['acts']}>{entry.actions}</div>
    </li>
  );
}
