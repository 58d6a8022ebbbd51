import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../api.ts';
import type { ReadForm } from './preview.ts';
import type { ShownFile } from './shown-file.ts';

/** What is in a file, read as `form`. A file never changes; but it is forgotten soon, for it may be large. */
export const previewQuery = (api: Api, { message_id, id, inside }: ShownFile, form: ReadForm) =>
  queryOptions({
    queryKey: ['attachment', message_id, id, inside ?? [], form],
    queryFn: ({ signal }) =>
      api.attachments.preview({ message_id, attachment_id: id, form, ...(inside && { inside: [...inside] }) }, signal),
    staleTime: Infinity,
    gcTime: 60_000,
  });
