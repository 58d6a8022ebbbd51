import type { Delivery } from '../../data/queries/deliveries.ts';
import { useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import { strings } from '../../i18n/strings.ts';
import { senderOf } from './delivery-texts.ts';

const t = strings.deliveries;

/** Marks deliveries as arrived, and hides what is none. A toast offers to undo each. */
export function useDeliveryActions() {
  const { api, toasts } = useServices();
  const { runAction, isPending } = useAction({ affects: ['deliveries'] });

  async function decide(kind: 'resolve' | 'dismiss', delivery: Delivery, undo: boolean): Promise<void> {
    const texts = t.decisions[kind];
    const from = senderOf(delivery);
    const isDone = await runAction(() => api.deliveries[kind]({ id: delivery.id, undo }), texts.failed({ from }));
    if (!isDone) return;
    toasts.show({
      tone: 'plain',
      text: undo ? texts.undone({ from }) : texts.done({ from }),
      ...(!undo && { button: { label: strings.acting.undo, run: () => void decide(kind, delivery, true) } }),
    });
  }

  return {
    isPending,
    resolve: (delivery: Delivery) => decide('resolve', delivery, delivery.resolved_at !== null),
    dismiss: (delivery: Delivery) => decide('dismiss', delivery, delivery.dismissed_at !== null),
  };
}
