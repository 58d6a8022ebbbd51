import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

/** The content of a chosen file, read once. */
export type TableFile = { name: string; base64: string };

type MergeRequest = { draftId: string; file: TableFile; emailColumn: string };

/** The input of a merge. */
export function mergeInputOf({ draftId, file, emailColumn }: MergeRequest) {
  return { draft_id: draftId, csv_base64: file.base64, ...(emailColumn !== '' && { email_column: emailColumn }) };
}

export const previewQuery = (api: Api, request: MergeRequest) =>
  queryOptions({
    queryKey: ['drafts' satisfies QueryRoot, 'merge-preview', request.draftId, request.emailColumn, request.file],
    queryFn: ({ signal }) => api.merge.preview(mergeInputOf(request), signal),
    placeholderData: keepPreviousData,
    retry: false,
  });

/** The state of a merge, refetched when drafts or their deliveries change. */
export const mergeQuery = (api: Api, batch: string) =>
  queryOptions({
    queryKey: ['drafts' satisfies QueryRoot, 'merge', batch],
    queryFn: ({ signal }) => api.merge.get({ batch }, signal),
  });

export async function readFile(file: File): Promise<TableFile> {
  const reader = new FileReader();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
  reader.onerror = () => reject(reader.error ?? new Error('The file couldn’t be read.'));
  reader.readAsDataURL(file);
  const url = await promise;
  return { name: file.name, base64: url.slice(url.indexOf(',') + 1) };
}
