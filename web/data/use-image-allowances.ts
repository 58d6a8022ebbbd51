import { useServices } from './services.ts';
import { strings } from '../i18n/strings.ts';
import { useAction } from './use-action.ts';

const t = strings.images;

/** Adds and removes senders whose images are always shown. A toast reports each change with its undo. */
export function useImageAllowances() {
  const { api, toasts } = useServices();
  const { runAction } = useAction({ affects: ['image-allowances', 'thread'] });

  function announce(text: string, undo: () => Promise<void>): void {
    toasts.show({ tone: 'plain', text, button: { label: strings.acting.undo, run: () => void undo() } });
  }

  async function allow(of: { message_id: string } | { account_id: string; sender: string }): Promise<void> {
    await runAction(async () => {
      const { allowances } = await api.images.allow(of);
      const [latest] = allowances;
      if (latest) announce(t.allowed({ sender: latest.sender }), () => removeAllowance(latest));
    }, t.notAllowed);
  }

  async function removeAllowance({ account_id, sender }: { account_id: string; sender: string }): Promise<void> {
    await runAction(async () => {
      await api.images.forget({ account_id, sender });
      announce(t.forgotten({ sender }), () => allow({ account_id, sender }));
    }, t.notForgotten);
  }

  return { allow, forget: removeAllowance };
}
