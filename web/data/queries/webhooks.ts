import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';

export type Webhook = Reply<'webhooks', 'list'>['webhooks'][number];

const pollIntervalMs = 5_000;

/** The webhooks. Deliveries are not announced, so their states are read again while they are shown. */
export const webhooksQuery = (api: Api) =>
  queryOptions({
    queryKey: ['webhooks'],
    queryFn: async ({ signal }) => (await api.webhooks.list({}, signal)).webhooks,
    refetchInterval: pollIntervalMs,
  });
