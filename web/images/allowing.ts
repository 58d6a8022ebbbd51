import { useQueryClient } from '@tanstack/react-query';
import { wordsOf } from '../design/panel.tsx';
import type { Subject } from '../live-effects.ts';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { allowancesQuery } from './queries.ts';

const words = strings.images;

/** Remembers whose images are always shown, and forgets it. Each is said in a toast with the way back. */
export function useAllowing() {
  const { api, toasts } = useParts();
  const client = useQueryClient();

  async function tried<Answer>(act: () => Promise<Answer>, failure: string): Promise<Answer | undefined> {
    try {
      return await act();
    } catch (error) {
      toasts.show({ tone: 'bad', text: failure, note: wordsOf(error) });
      return undefined;
    } finally {
      void client.invalidateQueries({ queryKey: allowancesQuery(api).queryKey });
      void client.invalidateQueries({ queryKey: ['thread' satisfies Subject] });
    }
  }

  function said(text: string, takeBack: () => Promise<void>): void {
    toasts.show({ tone: 'plain', text, button: { label: strings.acting.undo, run: () => void takeBack() } });
  }

  async function allow(of: { message_id: string } | { account_id: string; sender: string }): Promise<void> {
    const answer = await tried(() => api.images.allow(of), words.notAllowed);
    const [latest] = answer?.allowances ?? [];
    if (latest) said(words.allowed({ sender: latest.sender }), () => forget(latest));
  }

  async function forget({ account_id, sender }: { account_id: string; sender: string }): Promise<void> {
    const answer = await tried(() => api.images.forget({ account_id, sender }), words.notForgotten);
    if (answer) said(words.forgotten({ sender }), () => allow({ account_id, sender }));
  }

  return { allow, forget };
}
