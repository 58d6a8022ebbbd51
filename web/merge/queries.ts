import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api } from '../api.ts';
import type { Subject } from '../live-effects.ts';

/** A file that was chosen, read once. */
export type TableFile = { name: string; base64: string };

export type MergeWish = { draftId: string; file: TableFile; emailColumn: string };

/** What a merge is asked with. */
export function wishOf({ draftId, file, emailColumn }: MergeWish) {
  return { draft_id: draftId, csv_base64: file.base64, ...(emailColumn !== '' && { email_column: emailColumn }) };
}

export const previewQuery = (api: Api, wish: MergeWish) =>
  queryOptions({
    queryKey: ['drafts' satisfies Subject, 'merge-preview', wish.draftId, wish.emailColumn, wish.file],
    queryFn: ({ signal }) => api.merge.preview(wishOf(wish), signal),
    placeholderData: keepPreviousData,
    retry: false,
  });

/** How a merge stands: it is read again whenever drafts change, or what became of their mail. */
export const mergeQuery = (api: Api, batch: string) =>
  queryOptions({
    queryKey: ['drafts' satisfies Subject, 'merge', batch],
    queryFn: ({ signal }) => api.merge.get({ batch }, signal),
  });

export async function readFile(file: File): Promise<TableFile> {
  const reader = new FileReader();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
  reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
  reader.readAsDataURL(file);
  const url = await promise;
  return { name: file.name, base64: url.slice(url.indexOf(',') + 1) };
}
