import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { SkeletonBar, Skeleton } from '../../design/feedback/skeleton.tsx';
import { usePageSlots } from '../../design/layout/page-slots.ts';
import type { NowData } from '../../data/queries/modes.ts';
import type { SidebarLink } from '../../data/navigation/sidebar-item.tsx';
import { formatNumber } from '../../i18n/formats.ts';
import { strings } from '../../i18n/strings.ts';
import { GuideButton, GuideCard, useGuide } from '../modes/mode-guide.tsx';
import { TodoRow } from '../todo/todo-row.tsx';
import { NothingNow } from './nothing-now.tsx';
import styles from './now.module.css';
import { PersonRow } from './person-row.tsx';
import { ReadingCard } from './reading-card.tsx';
import { UpdatesCard } from './updates-card.tsx';
import { useNowKeys } from './use-now-keys.ts';

const t = strings.now;

/** At most ten items. Every line about them is the daemon’s. */
export function NowColumn({ now, lastOpened }: { now: NowData; lastOpened: string | undefined }) {
  const { SidebarButton, SearchBox } = usePageSlots();
  const column = useRef<HTMLDivElement>(null);
  useNowKeys(column);
  useEffect(() => {
    if (lastOpened === undefined) return;
    // After a conversation was closed, the keys continue at its item.
    const item = column.current?.querySelector<HTMLElement>(`[data-thread="${CSS.escape(lastOpened)}"] [data-main]`);
    if (document.activeElement === document.body) item?.focus();
  }, [lastOpened]);
  const { people, due_soon, updates, reading } = now;
  return (
    <div className={styles['column']} ref={column}>
      <header className={styles['head']}>
        <div className={styles['titles']}>
          <SidebarButton />
          <h1 className={styles['title']} data-moment>
            {now.item_count > 0 ? now.headline : now.header}
          </h1>
          <GuideButton mode="now" />
        </div>
        {now.item_count > 0 && <p className={styles['line']}>{people.overload_line ?? t.rest}</p>}
        <FirstRun now={now} />
        <SearchBox />
      </header>
      <GuideCard mode="now" />
      {now.item_count === 0 && <NothingNow now={now} />}
      {people.rows.length > 0 && (
        <Group title={t.people} more={people.more_line} link={{ to: '/messages' }}>
          {people.rows.map((person) => (
            <PersonRow key={person.row.thread_id} {...person} />
          ))}
        </Group>
      )}
      {due_soon.todos.length > 0 && (
        <Group title={t.dueSoon} more={due_soon.more_line} link={{ to: '/todo' }}>
          {due_soon.todos.map(({ todo }) => (
            <TodoRow key={todo.id} todo={todo} lens={{ kind: 'now' }} />
          ))}
        </Group>
      )}
      {(updates ?? reading) && (
        <div className={styles['cards']}>
          {updates && <UpdatesCard updates={updates} />}
          {reading && <ReadingCard reading={reading} />}
        </div>
      )}
      {now.not_now !== undefined && <p className={styles['later']}>{now.not_now}</p>}
    </div>
  );
}

type GroupProps = { title: string; more: string | undefined; link: SidebarLink; children: ReactNode };

/** A card of rows with its heading, and the line that leads to what is not shown. */
function Group({ title, more, link, children }: GroupProps) {
  return (
    <section aria-label={title}>
      <h2 className={styles['heading']}>{title}</h2>
      <ul role="list" className={styles['card']}>
        {children}
      </ul>
      {more !== undefined && (
        <Link {...link} className={styles['more']}>
          {more}
        </Link>
      )}
    </section>
  );
}

/** While mail is being downloaded for the first time, why there is so little here. */
function FirstRun({ now: { first_run } }: { now: NowData }) {
  const guide = useGuide('now');
  if (first_run.complete || !guide) return null;
  return (
    <p className={styles['line']} role="status">
      {guide.first_run_line} {t.soFar({ count: first_run.scanned, text: formatNumber(first_run.scanned) })}
    </p>
  );
}

/** In the shape of the page that is loading. */
export function NowSkeleton() {
  return (
    <Skeleton label={strings.list.loading} className={styles['column']}>
      <SkeletonBar width="60%" style={{ height: 30, margin: '36px 0 32px' }} />
      {[1, 2, 3].map((row) => (
        <SkeletonBar key={row} width="100%" style={{ height: 64, marginBottom: 12 }} />
      ))}
    </Skeleton>
  );
}
