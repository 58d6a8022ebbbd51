import type { ReaderDeps } from '../../feature.ts';
import type { ReaderHandlers } from '../../handler-types.ts';
import { listDeliveries } from '../../mail/deliveries/record.ts';
import type { deliveriesRequests } from './contract.ts';
import { deliveryRecords, requireDeliveryRecord } from './wire.ts';

export function deliveriesReaders({ clock }: Pick<ReaderDeps, 'clock'>): ReaderHandlers<typeof deliveriesRequests> {
  return {
    list: ({ filter }, { db, accounts }) => ({
      deliveries: deliveryRecords(db, listDeliveries(db, accounts, { filter, now: clock.now() })),
    }),
    get: ({ id }, { db, accounts }) => ({
      delivery: requireDeliveryRecord(db, accounts, { delivery_id: id, now: clock.now() }),
    }),
  };
}
