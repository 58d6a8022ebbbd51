import type { Feature } from '../../feature.ts';
import { llmRequests } from './contract.ts';

export const llm: Feature<typeof llmRequests> = {
  requests: llmRequests,
  async open(core) {
    const { llmHandlers } = await import('./handlers.ts');
    return { handlers: llmHandlers(core) };
  },
};
