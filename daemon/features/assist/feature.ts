import type { Feature } from '../../feature.ts';
import { assistRequests } from './contract.ts';

export const assist: Feature<typeof assistRequests> = {
  requests: assistRequests,
  isBackground: true,
  async open(core) {
    const [{ assistHandlers }, { gistLoop }] = await Promise.all([import('./handlers.ts'), import('./gist-loop.ts')]);
    const { workers, config } = core;
    const readMessages = (messages: readonly number[]) => workers.reader.ask('readableMessages', messages);
    const loop = gistLoop({
      ...core,
      db: core.mail,
      readMessages,
      concurrency: () => config.current.llm.gist_concurrency,
    });
    config.onChange(loop.notify);
    return { handlers: assistHandlers({ ...core, readMessages }), loops: [loop], afterSync: loop.notify };
  },
};
