import type { Todo } from '../../data/queries/modes.ts';
import { useMailActions, useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import { strings } from '../../i18n/strings.ts';

const t = strings.todos;

/** The actions on a to-do. Each can be undone from its toast. */
export function useTodoActions({ id, title }: Pick<Todo, 'id' | 'title'>) {
  const { api } = useServices();
  const mailActions = useMailActions();
  const { runAction } = useAction({ affects: ['now', 'rail', 'modes'] });
  const todo_ids = [id];

  async function change(
    request: () => Promise<{ mutation_id: string | null }>,
    done: string,
    failure: string,
  ): Promise<void> {
    await runAction(async () => {
      const { mutation_id } = await request();
      if (mutation_id !== null) mailActions.offerUndo(done, mutation_id);
    }, failure);
  }

  return {
    tick: (done: boolean) =>
      change(
        () => api.todos.tick({ todo_ids, done }),
        done ? t.ticked({ title }) : t.opened({ title }),
        t.notTicked({ title }),
      ),
    dismiss: () => change(() => api.todos.dismiss({ todo_ids }), t.dismissed({ title }), t.notDismissed({ title })),
    /** `until` is an instant, `untilText` its text for the user; null shows it again at once. */
    postpone: (until: string | null, untilText: string) =>
      change(
        () => api.todos.postpone({ todo_ids, until }),
        until === null ? t.opened({ title }) : t.postponed({ title, until: untilText }),
        t.notPostponed({ title }),
      ),
  };
}
