import { useQueryClient } from '@tanstack/react-query';
import { errorText } from '../design/empty-state.tsx';
import type { QueryRoot } from '../api/query-invalidation.ts';
import { useServices } from './services.ts';
import { strings } from '../i18n/strings.ts';
import { allowancesQuery } from './queries/images.ts';

const t = strings.images;

/** Remembers whose images are always shown, and forgets it. Each is said in a toast with the way back. */
export function useImageAllowances() {
  const { api, toasts } = useServices();
  const client = useQueryClient();

  async function runAction<Answer>(action: () => Promise<Answer>, failure: string): Promise<Answer | undefined> {
    try {
      return await action();
    } catch (error) {
      toasts.show({ tone: 'bad', text: failure, note: errorText(error) });
      return undefined;
    } finally {
      void client.invalidateQueries({ queryKey: allowancesQuery(api).queryKey });
      void client.invalidateQueries({ queryKey: ['thread' satisfies QueryRoot] });
    }
  }

  function announce(text: string, undo: () => Promise<void>): void {
    toasts.show({ tone: 'plain', text, button: { label: strings.acting.undo, run: () => void undo() } });
  }

  async function allow(of: { message_id: string } | { account_id: string; sender: string }): Promise<void> {
    const answer = await runAction(() => api.images.allow(of), t.notAllowed);
    const [latest] = answer?.allowances ?? [];
    if (latest) announce(t.allowed({ sender: latest.sender }), () => removeAllowance(latest));
  }

  async function removeAllowance({ account_id, sender }: { account_id: string; sender: string }): Promise<void> {
    const answer = await runAction(() => api.images.forget({ account_id, sender }), t.notForgotten);
    if (answer) announce(t.forgotten({ sender }), () => allow({ account_id, sender }));
  }

  return { allow, forget: removeAllowance };
}
