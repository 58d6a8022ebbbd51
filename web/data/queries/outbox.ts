import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

export type Send = Reply<'outbox', 'list'>['sends'][number];

/** Whether the time of a scheduled send passed before it could be sent, so that the user decides. */
export function isLate({ state, trouble }: Pick<Send, 'state' | 'trouble'>): boolean {
  return state === 'failed' && trouble?.code === 'too_late';
}

export const outboxQuery = (api: Api) =>
  queryOptions({
    queryKey: ['outbox' satisfies QueryRoot],
    queryFn: ({ signal }) => api.outbox.list({}, signal),
  });

/** The known delivery of a sent message. */
export const deliveryQuery = (api: Api, messageId: string) =>
  queryOptions({
    queryKey: ['outbox' satisfies QueryRoot, 'delivery', messageId],
    queryFn: ({ signal }) => api.outbox.ofMessage({ message_id: messageId }, signal),
  });
