import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

export type QueueEntry = Reply<'screener', 'queue'>['entries'][number];
export type Decision = Reply<'screener', 'decisions'>['decisions'][number];
export type Disposition = Decision['disposition'];

/** The unknown senders of all accounts, the latest first. `enabled`: they wait. */
export type Screener = { entries: QueueEntry[]; total: number; enabled: boolean };

export const screenerQuery = (api: Api) =>
  queryOptions({
    queryKey: ['screener' satisfies QueryRoot, 'queue'],
    async queryFn({ signal }): Promise<Screener> {
      const { accounts } = await api.accounts.list({}, signal);
      const queues = await Promise.all(
        accounts.map(({ account_id }) => api.screener.queue({ account_id, limit: 100 }, signal)),
      );
      return {
        entries: queues
          .flatMap(({ entries }) => entries)
          .toSorted((one, other) => other.latest_at.localeCompare(one.latest_at)),
        total: queues.reduce((sum, { total }) => sum + total, 0),
        enabled: queues.some(({ enabled }) => enabled),
      };
    },
  });

/** How many unknown senders wait in all accounts; undefined while the screener is off. */
export const waitingCountQuery = (api: Api) =>
  queryOptions({
    queryKey: ['screener' satisfies QueryRoot, 'count'],
    async queryFn({ signal }): Promise<{ count: number | undefined }> {
      const { accounts } = await api.accounts.list({}, signal);
      let count = 0;
      for (const { account_id } of accounts) {
        const { enabled, total } = await api.screener.queue({ account_id, limit: 1 }, signal);
        if (!enabled) return { count: undefined };
        count += total;
      }
      return { count };
    },
  });

export const decisionsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['screener' satisfies QueryRoot, 'decisions'],
    queryFn: async ({ signal }) => (await api.screener.decisions({}, signal)).decisions,
  });

/** Why a message is where it is. */
export const whyHereQuery = (api: Api, messageId: string) =>
  queryOptions({
    queryKey: ['screener' satisfies QueryRoot, 'why', messageId],
    queryFn: ({ signal }) => api.screener.explain({ message_id: messageId }, signal),
    staleTime: 0,
  });
