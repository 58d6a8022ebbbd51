import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../../api/client.ts';
import type { ParsedForm } from './preview-kind.ts';
import type { ShownFile } from './file-identity.ts';

/** The content of a file, parsed as `form`. A file never changes, but the cache drops it soon, because it may be large. */
export const previewQuery = (api: Api, { message_id, id, inside }: ShownFile, form: ParsedForm) =>
  queryOptions({
    queryKey: ['attachment', message_id, id, inside ?? [], form],
    queryFn: ({ signal }) =>
      api.attachments.preview({ message_id, attachment_id: id, form, ...(inside && { inside: [...inside] }) }, signal),
    staleTime: Infinity,
    gcTime: 60_000,
  });
