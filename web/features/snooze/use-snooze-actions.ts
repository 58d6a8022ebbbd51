import { useServices, useMailActions } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../../data/use-action.ts';

const t = strings.later;

/** The actions on the messages of a snoozed conversation. */
export function useSnoozeActions(messageIds: readonly string[]) {
  const { api, toasts } = useServices();
  const mailActions = useMailActions();
  const { runAction } = useAction({ affects: ['snoozed'] });

  async function wakeAll(): Promise<void> {
    const mutationIds: string[] = [];
    await runAction(async () => {
      for (const id of messageIds) {
        const { result } = await api.snooze.wake({ id });
        if (result?.mutation_id) mutationIds.push(result.mutation_id);
      }
    }, strings.acting.notWoken);
    const undo = () =>
      runAction(
        async () => {
          for (const mutation_id of mutationIds) await api.mutations.undo({ mutation_id });
        },
        strings.acting.notUndone({ description: strings.acting.woken }),
      );
    if (mutationIds.length === 0) return;
    const button = { label: strings.acting.undo, run: () => void undo() };
    toasts.show({ tone: 'plain', text: strings.acting.woken, button });
  }

  return {
    /** Wakes all of them now. */
    async wake(): Promise<void> {
      const [only, ...others] = messageIds;
      if (only !== undefined && others.length === 0) await mailActions.wake(only);
      else await wakeAll();
    },

    /** Changes the time of the snooze. */
    change: (until: string, untilText: string) =>
      runAction(async () => {
        const { result } = await api.snooze.create({ message_ids: [...messageIds], until });
        if (result.mutation_id) mailActions.offerUndo(t.changed({ moment: untilText }), result.mutation_id);
      }, t.notChanged),
  };
}
