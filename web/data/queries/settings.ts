import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

export type Settings = Reply<'settings', 'get'>;
export type Setting = Reply<'settings', 'schema'>['settings'][number];
export type SettingValue = string | number | boolean | string[];

/** The settings in force and the errors of config.toml; refetched when the file changes. */
export const settingsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['settings' satisfies QueryRoot, 'all'],
    queryFn: ({ signal }) => api.settings.get({}, signal),
  });

/** The schema of the settings, which is constant while the daemon runs. */
export const schemaQuery = (api: Api) =>
  queryOptions({
    queryKey: ['settings-schema'],
    queryFn: async ({ signal }) => (await api.settings.schema({}, signal)).settings,
    staleTime: Infinity,
  });

/** The tokens other than the owner's own. */
export const tokensQuery = (api: Api) =>
  queryOptions({ queryKey: ['tokens'], queryFn: async ({ signal }) => (await api.tokens.list({}, signal)).tokens });

/** The backups, newest first, and their folder. */
export const backupsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['backups' satisfies QueryRoot],
    queryFn: ({ signal }) => api.backup.list({}, signal),
    staleTime: 0,
  });
