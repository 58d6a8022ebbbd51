import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';

type SemanticStatus = Reply<'semantic', 'status'>['status'];
export type SemanticProfile = SemanticStatus['profiles'][number];

/** How often the progress of a download or of the embedding is asked for, in milliseconds. */
const progressMs = 1_500;

/** The models for searching by meaning, and how far they are. */
export const semanticStatusQuery = (api: Api) =>
  queryOptions({
    queryKey: ['semantic'],
    queryFn: async ({ signal }) => (await api.semantic.status({}, signal)).status,
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? progressMs : false),
  });

function isBusy({ profiles, enabled }: SemanticStatus): boolean {
  return enabled && profiles.some(({ is_downloading, status }) => is_downloading || status === 'indexing');
}

/** Whether a search by meaning finds anything. */
export function canSearchByMeaning({ enabled, profiles }: SemanticStatus): boolean {
  return enabled && profiles.some(({ is_installed, activated_at }) => is_installed && activated_at !== null);
}
