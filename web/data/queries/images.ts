import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api/client.ts';

/** The remote images of a message. Running this query fetches them from the internet. */
export const imagesQuery = (api: Api, messageId: string) =>
  queryOptions({
    queryKey: ['images', messageId],
    queryFn: ({ signal }) => api.images.list({ message_id: messageId, allow_remote: true, which: 'shown' }, signal),
    staleTime: Infinity,
    retry: false,
  });

export const allowancesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['image-allowances'],
    queryFn: ({ signal }) => api.images.allowances({}, signal),
  });
