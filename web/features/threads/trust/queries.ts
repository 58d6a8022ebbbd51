import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../../api/client.ts';
import type { QueryRoot } from '../../../api/query-invalidation.ts';

export type Trust = Reply<'messages', 'trust'>['trust'];

/** The trust assessment of a message. Earlier mail counts, so it may change when mail arrives or is deleted. */
export const trustQuery = (api: Api, messageId: string) =>
  queryOptions({
    queryKey: ['people' satisfies QueryRoot, 'trust', messageId],
    queryFn: async ({ signal }) => (await api.messages.trust({ message_id: messageId }, signal)).trust,
    staleTime: 5 * 60_000,
  });
