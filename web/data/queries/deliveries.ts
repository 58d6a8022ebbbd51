import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

export type Delivery = Reply<'deliveries', 'list'>['deliveries'][number];

/** The filters of the page, and of the request. */
export const deliveryFilters = ['active', 'delivered', 'all', 'dismissed'] as const;
export type DeliveryFilter = (typeof deliveryFilters)[number];

export const deliveriesQuery = (api: Api, filter: DeliveryFilter) =>
  queryOptions({
    queryKey: ['deliveries' satisfies QueryRoot, filter],
    queryFn: ({ signal }) => api.deliveries.list({ filter }, signal),
  });
