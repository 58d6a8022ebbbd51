import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

/** The settings of the reader, from `[render]` and `[ui]` in config.toml. */
export const renderQuery = (api: Api) =>
  queryOptions({
    queryKey: ['settings' satisfies QueryRoot, 'render'],
    queryFn: async ({ signal }) => renderSettings((await api.settings.get({}, signal)).values),
    staleTime: Infinity,
  });

const nextChoices = ['next', 'previous', 'list'] as const;
const readChoices = ['at_once', 'after_2s', 'never'] as const;

type RenderSettings = {
  isReaderMode: boolean;
  showsStats: boolean;
  removesTracking: boolean;
  /** What opens after the open conversation was archived, deleted or moved. */
  openNext: (typeof nextChoices)[number];
  markRead: (typeof readChoices)[number];
};

/** The defaults, for callers without access to the settings, such as read-only tokens. */
export function renderSettings(values: Record<string, unknown>): RenderSettings {
  const flag = (key: string) => valueIn(values['render'], key) !== false;
  const ui = (key: string) => valueIn(values['ui'], key);
  return {
    isReaderMode: flag('reader_mode'),
    showsStats: flag('show_reader_stats'),
    removesTracking: flag('remove_link_tracking'),
    openNext: nextChoices.find((each) => each === ui('open_next')) ?? 'next',
    markRead: readChoices.find((each) => each === ui('mark_read')) ?? 'after_2s',
  };
}

function valueIn(table: unknown, key: string): unknown {
  return typeof table === 'object' && table !== null ? Reflect.get(table, key) : undefined;
}
