import type { Feature } from '../../feature.ts';
import { demoRequests } from './contract.ts';

export const demo: Feature<typeof demoRequests> = {
  requests: demoRequests,
  async open(core) {
    const { maySwitchDemo, requestStop, accountLoops } = core;
    const { demoHandlers } = await import('./handlers.ts');
    const switchDemo = (on: boolean) => void setImmediate(requestStop, on ? 'demo' : 'own');
    const { networkChanged } = accountLoops;
    return { handlers: demoHandlers({ ...core, networkChanged, switchDemo: maySwitchDemo ? switchDemo : undefined }) };
  },
};
