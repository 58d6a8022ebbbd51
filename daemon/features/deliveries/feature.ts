import type { Feature } from '../../feature.ts';
import { deliveriesRequests } from './contract.ts';

export const deliveries: Feature<typeof deliveriesRequests> = {
  requests: deliveriesRequests,
  isBackground: true,
  async open(core) {
    const [{ deliveryLoop }, { deliveryAnnouncer }, { confirmWithModel }, { afterMail }] = await Promise.all([
      import('./loop.ts'),
      import('./announce.ts'),
      import('../../mail/deliveries/confirm-with-model.ts'),
      import('../../mail/events/after-mail.ts'),
    ]);
    const { clock, log, mail: db, config, announce } = core;
    const announceChanges = deliveryAnnouncer(core);
    const loop = deliveryLoop({
      db,
      clock,
      log,
      announce,
      announceChanges,
      accounts: core.allAccounts,
      forwarders: () => config.current.authentication.forwarders,
      isEnabled: () => config.current.deliveries.enabled,
      readDeliveries: (request) => core.workers.reader.ask('readDeliveries', request),
      confirm: confirmWithModel({
        models: core.models,
        log,
        readMessages: (messages) => core.workers.reader.ask('readableMessages', messages),
      }),
    });
    return {
      handlers: async () =>
        (await import('./handlers.ts')).deliveriesHandlers({ clock, scan: loop.scan, announceChanges }),
      loops: [loop],
      afterSync: afterMail(loop.notify),
      cancel: loop.cancel,
    };
  },
  async readers(deps) {
    const { deliveriesReaders } = await import('./readers.ts');
    return deliveriesReaders(deps);
  },
};
