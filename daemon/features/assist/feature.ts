import type { Feature } from '../../feature.ts';
import { assistRequests } from './contract.ts';

export const assist: Feature<typeof assistRequests> = {
  requests: assistRequests,
  isBackground: true,
  async open(core) {
    const [{ assistHandlers }, { gistLoop }, { commitmentLoop }] = await Promise.all([
      import('./handlers.ts'),
      import('./gist-loop.ts'),
      import('./commitment-loop.ts'),
    ]);
    const { workers, config } = core;
    const readMessages = (messages: readonly number[]) => workers.reader.ask('readableMessages', messages);
    const loop = gistLoop({
      ...core,
      db: core.mail,
      readMessages,
      concurrency: () => config.current.llm.gist_concurrency,
    });
    const commitments = commitmentLoop({
      ...core,
      db: core.mail,
      accounts: core.allAccounts,
      readCandidates: (messages) => workers.reader.ask('commitmentCandidates', messages),
    });
    config.onChange(loop.notify);
    return { handlers: assistHandlers({ ...core, readMessages }), loops: [loop, commitments], afterSync: loop.notify };
  },
};
