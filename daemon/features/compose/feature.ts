import type { Feature } from '../../feature.ts';
import { composeRequests } from './contract.ts';

export const compose: Feature<typeof composeRequests> = {
  requests: composeRequests,
  isBackground: true,
  async open(core) {
    const editor = () => core.config.current.general.editor ?? process.env['EDITOR'] ?? 'vi';
    const composeDeps = async () => {
      const { inviteComposition } = await import('../../mail/invites/reply-composition.ts');
      return { ...core, inviteAnswers: inviteComposition(core) };
    };
    return {
      async handlers() {
        const [{ composeHandlers }, { receiptOf }] = await Promise.all([
          import('./handlers.ts'),
          import('../../mail/outbox/entry.ts'),
        ]);
        return composeHandlers({ ...(await composeDeps()), editor, receiptOf });
      },
      loops: [core.draftFileFetcher.loop],
      async sendSubjects() {
        const [{ compositionSubject }, { singleSendSubject }] = await Promise.all([
          import('./send-composition.ts'),
          import('./single-send.ts'),
        ]);
        const deps = await composeDeps();
        return {
          send: compositionSubject,
          sendMessage: (input, call) =>
            singleSendSubject(deps, composeRequests.sendMessage.input.parse(input), { ...call, db: core.mail }),
        };
      },
    };
  },
};
