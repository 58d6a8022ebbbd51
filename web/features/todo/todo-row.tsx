import { Link, useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { Button, IconButton } from '../../design/controls/button.tsx';
import { useOptimisticValue } from '../../design/use-optimistic-value.ts';
import type { Lens } from '../../data/lens.ts';
import { threadLink } from '../../data/lens-links.ts';
import type { Todo } from '../../data/queries/modes.ts';
import { useServices } from '../../data/services.ts';
import { SnoozeMenu } from '../../data/snooze/snooze-menu.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from '../now/now.module.css';
import { useTodoActions } from './use-todo-actions.ts';

const t = strings.todos;

/** Something to do: it is ticked at its start, and done, postponed or dismissed at its end. */
export function TodoRow({ todo, lens }: { todo: Todo; lens: Lens }) {
  const { tick, dismiss, postpone } = useTodoActions(todo);
  const [isDone, choose] = useOptimisticValue(todo.state === 'done', tick);
  const { title, amount, when_label, why, overdue, thread_id } = todo;
  const words = (
    <>
      <strong dir="auto">{title}</strong>
      {amount && <span className={styles['amount']}>{amount.display}</span>}
    </>
  );
  return (
    <li className={styles['item']} data-item data-thread={thread_id}>
      <label className={styles['tick']}>
        <input
          type="checkbox"
          data-act="done"
          aria-label={t.tickNamed({ title })}
          checked={isDone}
          onChange={({ target }) => void choose(target.checked)}
        />
      </label>
      <div className={styles['words']}>
        {thread_id === undefined ? (
          <p className={styles['main']} tabIndex={-1} data-main>
            {words}
          </p>
        ) : (
          <Link {...threadLink(lens, thread_id)} className={styles['main']} data-main>
            {words}
          </Link>
        )}
        <p className={styles['why']}>
          <span data-overdue={overdue || undefined} className={styles['when']}>
            {when_label}
          </span>
          {' · '}
          <span dir="auto">{why}</span>
          {todo.looks_done && <span className={styles['looksDone']}> {todo.looks_done.reason}</span>}
        </p>
      </div>
      <div className={styles['acts']}>
        <TodoAction todo={todo} lens={lens} />
        <SnoozeMenu
          trigger={
            <Button look="quiet" className={styles['soft']} data-act="later" aria-label={t.laterNamed({ title })}>
              {t.later}
            </Button>
          }
          onChoose={(until, untilText) => void postpone(until, untilText)}
        />
        <IconButton
          name={t.dismissNamed({ title })}
          title={t.dismiss}
          data-act="dismiss"
          onClick={() => void dismiss()}
        >
          <X />
        </IconButton>
      </div>
    </li>
  );
}

/** What the to-do asks for: to reply, or to look at its message. */
function TodoAction({ todo: { action, thread_id, source_message_id, title }, lens }: { todo: Todo; lens: Lens }) {
  const { openCompositions } = useServices();
  const navigate = useNavigate();
  if (thread_id === undefined) return null;
  const messageId = action?.message_id ?? source_message_id;
  const isReply = action?.kind === 'reply' && messageId !== undefined;
  const open = () => {
    void navigate(threadLink(lens, thread_id));
    if (isReply) void openCompositions.start({ kind: 'reply', message_id: messageId });
  };
  const label = action?.label ?? t.showMessage;
  return (
    <Button
      {...(isReply && { 'data-act': 'reply' })}
      aria-label={t.actionNamed({ action: label, title })}
      onClick={open}
    >
      {label}
    </Button>
  );
}
