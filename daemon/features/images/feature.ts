import type { Feature } from '../../feature.ts';
import { imagesRequests } from './contract.ts';

export const images: Feature<typeof imagesRequests> = {
  requests: imagesRequests,
  async open(core) {
    const { imagesHandlers } = await import('./handlers.ts');
    const imagesOf = (message_id: string) => core.workers.reader.ask('images', message_id);
    return { handlers: imagesHandlers({ ...core, imagesOf }) };
  },
};
