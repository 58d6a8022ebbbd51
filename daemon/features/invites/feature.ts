import type { Feature } from '../../feature.ts';
import { invitesRequests } from './contract.ts';

export const invites: Feature<typeof invitesRequests> = {
  requests: invitesRequests,
  isBackground: true,
  async open(core) {
    const { inviteLoop } = await import('./loop.ts');
    const loop = inviteLoop({
      ...core,
      db: core.mail,
      accounts: core.allAccounts,
      readInvites: (messages) => core.workers.reader.ask('readInvites', messages),
    });
    return {
      handlers: async () => (await import('./reply.ts')).invitesHandlers(core),
      loops: [loop],
      afterSync: loop.notify,
      async sendSubjects() {
        const { replySubject } = await import('./reply.ts');
        return { reply: (input, call) => replySubject(core, input, call) };
      },
    };
  },
  async readers(deps) {
    const { invitesReaders } = await import('./handlers.ts');
    return invitesReaders(deps);
  },
};
