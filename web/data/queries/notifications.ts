import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

export type ChimeSetting = Reply<'notifications', 'chimes'>['config'];
export type ChimeEvent = Exclude<keyof ChimeSetting, 'enabled' | 'volume'>;

/** Whether sounds are on, their volume and their files. An event reports changes. */
export const chimesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['chimes' satisfies QueryRoot],
    queryFn: ({ signal }) => api.notifications.chimes({}, signal),
    staleTime: Infinity,
  });

/** Whether notifications are paused, which also changes with time and outside the page. */
export const quietQuery = (api: Api) =>
  queryOptions({
    queryKey: ['quiet' satisfies QueryRoot],
    queryFn: ({ signal }) => api.notifications.get({}, signal),
    staleTime: 0,
  });

/** The settings that the notifications page shows. */
export const notificationSettingsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['settings' satisfies QueryRoot, 'notices'],
    queryFn: async ({ signal }) => toNotificationSettings((await api.settings.get({}, signal)).values),
  });

export type NotificationSettings = {
  enabled: boolean;
  only_people: boolean;
  show_content: boolean;
  quiet_from: string | undefined;
  quiet_until: string | undefined;
  /** The names of the accounts by their keys. */
  accounts: { key: string; name: string; notify: boolean }[];
};

type Values = { readonly [key: string]: unknown };

function toNotificationSettings(values: Values): NotificationSettings {
  const { enabled, only_people, show_content, quiet_from, quiet_until } = tableIn(values, 'notifications');
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    enabled: enabled === true,
    only_people: only_people === true,
    show_content: show_content === true,
    quiet_from: text(quiet_from),
    quiet_until: text(quiet_until),
    accounts: Object.keys(tableIn(values, 'accounts')).map((key) => {
      const { name, notify } = tableIn(tableIn(values, 'accounts'), key);
      return { key, name: text(name) ?? key, notify: notify === true };
    }),
  };
}

function tableIn(values: Values, key: string): Values {
  const table = values[key];
  return typeof table === 'object' && table !== null ? (table as Values) : {};
}
