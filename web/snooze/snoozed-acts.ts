import { useQueryClient } from '@tanstack/react-query';
import { wordsOf } from '../design/panel.tsx';
import { useActs } from '../mutations/acts.ts';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { snoozedQuery } from './queries.ts';

const words = strings.later;

/** What can be done with the messages of a conversation that is away. */
export function useSnoozed(messageIds: readonly string[]) {
  const { api, toasts } = useParts();
  const acts = useActs();
  const client = useQueryClient();

  async function tried<Answer>(ask: () => Promise<Answer>, failure: string): Promise<Answer | undefined> {
    try {
      return await ask();
    } catch (error) {
      toasts.show({ tone: 'bad', text: failure, note: wordsOf(error) });
      return undefined;
    } finally {
      void client.invalidateQueries({ queryKey: snoozedQuery(api).queryKey });
    }
  }

  async function wakeAll(): Promise<void> {
    const made: string[] = [];
    await tried(async () => {
      for (const id of messageIds) {
        const { result } = await api.snooze.wake({ id });
        if (result?.mutation_id) made.push(result.mutation_id);
      }
    }, strings.acting.notWoken);
    const undo = () =>
      tried(
        async () => {
          for (const mutation_id of made) await api.mutations.undo({ mutation_id });
        },
        strings.acting.notUndone({ said: strings.acting.woken }),
      );
    if (made.length === 0) return;
    const button = { label: strings.acting.undo, run: () => void undo() };
    toasts.show({ tone: 'plain', text: strings.acting.woken, button });
  }

  return {
    /** Brings all of it back now. */
    async wake(): Promise<void> {
      const [only, ...others] = messageIds;
      if (only !== undefined && others.length === 0) await acts.wake(only);
      else await wakeAll();
    },

    /** Snoozes it anew. */
    async change(until: string, said: string): Promise<void> {
      const changed = await tried(() => api.snooze.create({ message_ids: [...messageIds], until }), words.notChanged);
      if (changed?.result.mutation_id) acts.done(words.changed({ moment: said }), changed.result.mutation_id);
    },
  };
}
