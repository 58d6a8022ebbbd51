import type { Feature } from '../../feature.ts';
import { composeRequests } from './contract.ts';

export const compose: Feature<typeof composeRequests> = {
  requests: composeRequests,
  isBackground: true,
  async open(core) {
    const { composeHandlers } = await import('./handlers.ts');
    const editor = () => core.config.current.general.editor ?? process.env['EDITOR'] ?? 'vi';
    return { handlers: composeHandlers({ ...core, editor }), loops: [core.draftFileFetcher.loop] };
  },
};
