import type { Feature } from '../../feature.ts';
import { composeRequests } from './contract.ts';

export const compose: Feature<typeof composeRequests> = {
  requests: composeRequests,
  isBackground: true,
  async open(core) {
    const [{ composeHandlers }, { receiptOf }, { inviteComposition }, { compositionSubject }, { singleSendSubject }] =
      await Promise.all([
        import('./handlers.ts'),
        import('../../mail/outbox/entry.ts'),
        import('../../mail/invites/reply-composition.ts'),
        import('./send-composition.ts'),
        import('./single-send.ts'),
      ]);
    const editor = () => core.config.current.general.editor ?? process.env['EDITOR'] ?? 'vi';
    const deps = { ...core, inviteAnswers: inviteComposition(core) };
    return {
      handlers: composeHandlers({ ...deps, editor, receiptOf }),
      loops: [core.draftFileFetcher.loop],
      sendSubjects: {
        send: compositionSubject,
        sendMessage: (input, call) =>
          singleSendSubject(deps, composeRequests.sendMessage.input.parse(input), { ...call, db: core.mail }),
      },
    };
  },
};
