import type { Feature } from '../../feature.ts';
import { webhooksRequests } from './contract.ts';

export const webhooks: Feature<typeof webhooksRequests> = {
  requests: webhooksRequests,
  isBackground: true,
  async open({ read, mail, clock, events, allAccounts, authorizeDeferred, callerChanges }) {
    const [{ deliveryLoop }, { loopbackFetch }] = await Promise.all([
      import('./delivery-loop.ts'),
      import('../../outgoing/loopback-fetch.ts'),
    ]);
    const deps = { read, clock, events, allAccounts, authorizeDeferred, fetch: loopbackFetch() };
    const loop = deliveryLoop({ ...deps, db: mail });
    events.subscribe(loop.notify);
    callerChanges.subscribe(loop.notify);
    return {
      handlers: async () => (await import('./handlers.ts')).webhooksHandlers({ ...deps, onChange: loop.notify }),
      loops: [loop],
      onResume: loop.notify,
    };
  },
};
