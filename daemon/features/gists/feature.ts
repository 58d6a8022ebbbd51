import type { Feature } from '../../feature.ts';
import { gistsRequests } from './contract.ts';

export const gists: Feature<typeof gistsRequests> = {
  requests: gistsRequests,
  isBackground: true,
  async open(core) {
    const [{ gistsHandlers }, { gistLoop }] = await Promise.all([import('./handlers.ts'), import('./gist-loop.ts')]);
    const { config } = core;
    const loop = gistLoop({
      ...core,
      db: core.mail,
      readMessages: (messages) => core.workers.reader.ask('readableMessages', messages),
      settings: () => config.current.llm,
    });
    config.onChange(loop.notify);
    return { handlers: gistsHandlers, loops: [loop], afterSync: loop.notify };
  },
};
