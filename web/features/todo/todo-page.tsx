import { useInfiniteQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { EmptyState, ErrorState } from '../../design/feedback/empty-state.tsx';
import { ListSkeleton } from '../../design/feedback/list-skeleton.tsx';
import { usePageSlots } from '../../design/layout/page-slots.ts';
import { ThreadListContext } from '../../data/thread-list/list/list-context.ts';
import { type Todo, todoPages } from '../../data/queries/modes.ts';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { GuideButton, GuideCard, useGuide } from '../modes/mode-guide.tsx';
import styles from '../now/now.module.css';
import { useNowKeys } from '../now/use-now-keys.ts';
import { ScanForTodos } from './scan-for-todos.tsx';
import { TodoRow } from './todo-row.tsx';

const t = strings.todos;
const lens = { kind: 'mode', mode: 'todo' } as const;

/** Everything that is to be done, in one column. An open conversation covers it. */
export function TodoPage() {
  const { threadId } = useParams({ strict: false });
  const context = useMemo(() => ({ lens, rows: [], total: undefined }), []);
  useEffect(() => {
    document.title = strings.pageTitle({ place: strings.modes.names.todo, unread: 0 });
  }, []);
  return (
    <ThreadListContext value={context}>
      {threadId === undefined ? (
        <section className={styles['page']} aria-label={strings.modes.names.todo}>
          <TodoColumn />
        </section>
      ) : (
        <section className={styles['reader']} aria-label={strings.reader.label} data-open>
          <Outlet />
        </section>
      )}
    </ThreadListContext>
  );
}

function TodoColumn() {
  const { SidebarButton, SearchBox } = usePageSlots();
  const column = useRef<HTMLDivElement>(null);
  const guide = useGuide('todo');
  useNowKeys(column);
  return (
    <div className={styles['column']} ref={column}>
      <header className={styles['head']}>
        <div className={styles['titles']}>
          <SidebarButton />
          <h1 className={styles['title']}>{strings.modes.names.todo}</h1>
          <GuideButton mode="todo" />
        </div>
        <p className={styles['line']}>{guide?.header}</p>
        <SearchBox />
      </header>
      <GuideCard mode="todo" />
      <OpenTodos />
      <PostponedTodos />
      <div className={styles['foot']}>
        <ScanForTodos />
      </div>
    </div>
  );
}

/** What is due first comes first; what has no date keeps its order behind it. */
function byDue({ due_at: one }: Todo, { due_at: other }: Todo): number {
  return (one ? Date.parse(one) : Number.MAX_SAFE_INTEGER) - (other ? Date.parse(other) : Number.MAX_SAFE_INTEGER);
}

function OpenTodos() {
  const { api } = useServices();
  const query = useInfiniteQuery(todoPages(api, 'open'));
  const guide = useGuide('todo');
  if (!query.data) {
    if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
    return <ListSkeleton />;
  }
  const todos = query.data.pages.flatMap((page) => page.todos).toSorted(byDue);
  if (todos.length === 0 && !query.hasNextPage)
    return <EmptyState illustration="resting" title={guide?.clear_for_now ?? ''} hint={guide?.lands_here ?? ''} />;
  return (
    <>
      <TodoList label={t.open} todos={todos} />
      {query.hasNextPage && (
        <Button onClick={() => void query.fetchNextPage()} isBusy={query.isFetchingNextPage}>
          {t.more}
        </Button>
      )}
    </>
  );
}

/** What comes back later, below a button. */
function PostponedTodos() {
  const { api } = useServices();
  const [isShown, setIsShown] = useState(false);
  const { data } = useInfiniteQuery(todoPages(api, 'postponed'));
  const todos = data?.pages.flatMap((page) => page.todos) ?? [];
  if (todos.length === 0) return null;
  return (
    <section aria-label={t.postponedTitle}>
      <h2 className={styles['heading']}>
        <Button look="quiet" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
          {t.postponedCount({ count: todos.length })}
        </Button>
      </h2>
      {isShown && <TodoList label={t.postponedTitle} todos={todos} />}
    </section>
  );
}

function TodoList({ label, todos }: { label: string; todos: readonly Todo[] }) {
  return (
    <ul role="list" className={styles['card']} aria-label={label}>
      {todos.map((todo) => (
        <TodoRow key={todo.id} todo={todo} lens={lens} />
      ))}
    </ul>
  );
}
