import type { Feature } from '../../feature.ts';
import { gistsRequests } from './contract.ts';

export const gists: Feature<typeof gistsRequests> = {
  requests: gistsRequests,
  isBackground: true,
  async open(core) {
    const { gistLoop } = await import('./gist-loop.ts');
    const { config } = core;
    const loop = gistLoop({
      ...core,
      db: core.mail,
      readMessages: (messages) => core.workers.reader.ask('readableMessages', messages),
      settings: () => config.current.llm,
    });
    config.onChange(loop.notify);
    return {
      handlers: async () => (await import('./handlers.ts')).gistsHandlers,
      loops: [loop],
      afterSync: loop.notify,
    };
  },
};
