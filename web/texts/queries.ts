import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../api.ts';
import type { Subject } from '../live-effects.ts';

export type Signature = Reply<'signatures', 'list'>['signatures'][number];
export type SignatureDefault = Reply<'signatures', 'defaults'>['defaults'][number];
export type Snippet = Reply<'snippets', 'list'>['snippets'][number];

export const signaturesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['signatures' satisfies Subject],
    queryFn: ({ signal }) => api.signatures.list({}, signal),
  });

export const signatureDefaultsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['signatures' satisfies Subject, 'defaults'],
    queryFn: ({ signal }) => api.signatures.defaults({}, signal),
  });

export const snippetsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['snippets' satisfies Subject],
    queryFn: ({ signal }) => api.snippets.list({}, signal),
  });
