import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

/** The display settings of messages, from `[render]` in config.toml. */
export const renderQuery = (api: Api) =>
  queryOptions({
    queryKey: ['settings' satisfies QueryRoot, 'render'],
    queryFn: async ({ signal }) => renderSettings((await api.settings.get({}, signal)).values),
    staleTime: Infinity,
  });

/** The defaults, for callers without access to the settings, such as read-only tokens. */
export function renderSettings(values: Record<string, unknown>): {
  isReaderMode: boolean;
  showsStats: boolean;
  removesTracking: boolean;
} {
  const render = values['render'];
  const flag = (key: string) =>
    !(typeof render === 'object' && render !== null && key in render && Reflect.get(render, key) === false);
  return {
    isReaderMode: flag('reader_mode'),
    showsStats: flag('show_reader_stats'),
    removesTracking: flag('remove_link_tracking'),
  };
}
