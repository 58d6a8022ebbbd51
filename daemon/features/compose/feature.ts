import type { Feature } from '../../feature.ts';
import { composeRequests } from './contract.ts';

export const compose: Feature<typeof composeRequests> = {
  requests: composeRequests,
  isBackground: true,
  async open(core) {
    const [{ composeHandlers }, { receiptOf }, { inviteComposition }, { compositionSubject }] = await Promise.all([
      import('./handlers.ts'),
      import('../../mail/outbox/entry.ts'),
      import('../../mail/invites/reply-composition.ts'),
      import('./send-composition.ts'),
    ]);
    const editor = () => core.config.current.general.editor ?? process.env['EDITOR'] ?? 'vi';
    return {
      handlers: composeHandlers({ ...core, editor, receiptOf, inviteAnswers: inviteComposition(core) }),
      loops: [core.draftFileFetcher.loop],
      sendSubjects: { send: compositionSubject },
    };
  },
};
