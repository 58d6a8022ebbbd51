import type { Feature } from '../../feature.ts';
import { demoRequests } from './contract.ts';

export const demo: Feature<typeof demoRequests> = {
  requests: demoRequests,
  async open({ isDemo, maySwitchDemo, requestStop }) {
    const { demoHandlers } = await import('./handlers.ts');
    const switchDemo = (on: boolean) => void setImmediate(requestStop, on ? 'demo' : 'own');
    return { handlers: demoHandlers({ isDemo, switchDemo: maySwitchDemo ? switchDemo : undefined }) };
  },
};
