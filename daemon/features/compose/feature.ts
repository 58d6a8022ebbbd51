import type { Feature } from '../../feature.ts';
import { composeRequests } from './contract.ts';

export const compose: Feature<typeof composeRequests> = {
  requests: composeRequests,
  isBackground: true,
  async open(core) {
    const [{ composeHandlers }, { receiptOf }, { inviteComposition }, { compositionSubject }, { messageSubject }] =
      await Promise.all([
        import('./handlers.ts'),
        import('../../mail/outbox/entry.ts'),
        import('../../mail/invites/reply-composition.ts'),
        import('./send-composition.ts'),
        import('./single-send.ts'),
      ]);
    const editor = () => core.config.current.general.editor ?? process.env['EDITOR'] ?? 'vi';
    const deps = { ...core, editor, receiptOf, inviteAnswers: inviteComposition(core) };
    return {
      handlers: composeHandlers(deps),
      loops: [core.draftFileFetcher.loop],
      sendSubjects: {
        send: compositionSubject,
        sendMessage: (input, call) => messageSubject(deps, input, call),
      },
    };
  },
};
