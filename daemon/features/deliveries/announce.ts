import type { Core } from '../../core.ts';
import type { DeliveryChanges } from '../../mail/deliveries/store.ts';

/** Tells clients which deliveries have changed. */
export function deliveryAnnouncer({
  announce,
  allAccounts,
}: Pick<Core, 'announce' | 'allAccounts'>): (changes: readonly DeliveryChanges[]) => void {
  return (changes) => {
    for (const { account, created, updated, removed } of changes) {
      const delivery_ids = [...created, ...updated, ...removed].slice(0, maxIds);
      const account_id = allAccounts().find(({ id }) => id === account)?.account_id;
      if (account_id !== undefined && delivery_ids.length > 0)
        announce({ event: 'DeliveriesUpdated', account_id, delivery_ids });
    }
  };
}

const maxIds = 100;
