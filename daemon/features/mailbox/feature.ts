import type { Feature } from '../../feature.ts';
import { mailboxRequests } from './contract.ts';

export const mailbox: Feature<typeof mailboxRequests> = {
  requests: mailboxRequests,
  async open(core) {
    const { mailboxHandlers } = await import('./handlers.ts');
    return { handlers: mailboxHandlers({ ...core, savedCounts: core.savedCounts.known, findMail: core.searchMail }) };
  },
};
