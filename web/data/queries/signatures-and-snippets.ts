import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

export const signaturesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['signatures' satisfies QueryRoot],
    queryFn: ({ signal }) => api.signatures.list({}, signal),
  });

export const signatureDefaultsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['signatures' satisfies QueryRoot, 'defaults'],
    queryFn: ({ signal }) => api.signatures.defaults({}, signal),
  });

export const snippetsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['snippets' satisfies QueryRoot],
    queryFn: ({ signal }) => api.snippets.list({}, signal),
  });
