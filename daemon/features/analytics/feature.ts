import type { Feature } from '../../feature.ts';
import type { ReplyOf } from '../../handler-types.ts';
import type { JsonText } from '../../contract/define.ts';
import { analyticsRequests } from './contract.ts';

export const analytics: Feature<typeof analyticsRequests> = {
  requests: analyticsRequests,
  async open({ mail, clock, announce, announceStored, allAccounts, workers, dispatch }) {
    const [{ analyticsHandlers }, { announceReclassified }] = await Promise.all([
      import('./handlers.ts'),
      import('../../mail/events/change-announcer.ts'),
    ]);
    const handlers = analyticsHandlers({
      db: mail,
      clock,
      announce,
      recount: (account) => workers.ingest.ask('recountContacts', account),
      // On a reader, because it reads all mail.
      async countReplies(direction, caller) {
        const reply = await dispatch('analytics.responseTime', { direction }, caller);
        const { summary } = (reply as JsonText).value() as ReplyOf<(typeof analyticsRequests)['responseTime']>;
        return summary.sample_count;
      },
      onReclassified: (messages) => announceReclassified({ allAccounts, announceStored }, messages),
    });
    return { handlers };
  },
  async readers(deps) {
    const { analyticsReaders } = await import('./readers.ts');
    return analyticsReaders(deps);
  },
};
