import type { Handlers } from '../../handler-types.ts';
import type { analyticsRequests } from './contract.ts';
import { rebuildAnalytics, type AnalyticsDeps } from './rebuild.ts';
import { countContacts } from './store.ts';

export function analyticsHandlers(deps: AnalyticsDeps): Handlers<typeof analyticsRequests> {
  return {
    async refreshContacts(_input, { db, accounts }) {
      for (const { id } of accounts) await deps.recount(id);
      return {
        kind: 'RefreshedContacts',
        rows: countContacts(
          db,
          accounts.map(({ id }) => id),
        ),
      };
    },
    async rebuild(_input, { accounts, caller }) {
      return { kind: 'AnalyticsRebuildSummary', ...(await rebuildAnalytics(deps, { accounts, caller })) };
    },
  };
}
