import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

export type LlmConfig = Reply<'llm', 'config'>['config'];
export type LlmStatus = Reply<'llm', 'status'>['status'];
export type LlmTask = LlmStatus['features'][number];

/** The settings of the language model; refetched when config.toml changes. */
export const llmConfigQuery = (api: Api) =>
  queryOptions({
    queryKey: ['settings' satisfies QueryRoot, 'llm'],
    queryFn: async ({ signal }) => (await api.llm.config({}, signal)).config,
  });

/** Which tasks have a model that may be asked. */
export const llmStatusQuery = (api: Api) =>
  queryOptions({
    queryKey: ['settings' satisfies QueryRoot, 'llm-status'],
    queryFn: async ({ signal }) => (await api.llm.status({}, signal)).status,
  });

/** How the user writes, by account. */
export const voiceQuery = (api: Api, account_id: string) =>
  queryOptions({
    queryKey: ['voice', account_id],
    queryFn: ({ signal }) => api.voice.get({ account_id }, signal),
    enabled: account_id !== '',
  });

/** The task, if its model may be asked. */
export function usableTask(status: LlmStatus | undefined, feature: LlmTask['feature']): LlmTask | undefined {
  return status?.features.find((task) => task.feature === feature && task.allowed);
}
