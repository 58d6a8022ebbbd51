import { queryOptions } from '@tanstack/react-query';
import type { Api, Reply } from '../../api/client.ts';
import type { QueryRoot } from '../../api/query-invalidation.ts';

export type Settings = Reply<'settings', 'get'>;
export type Setting = Reply<'settings', 'schema'>['settings'][number];
export type SettingValue = string | number | boolean | string[];

/** What is in force, and what is wrong with its file; read again when config.toml changes, whoever changes it. */
export const settingsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['settings' satisfies QueryRoot, 'all'],
    queryFn: ({ signal }) => api.settings.get({}, signal),
  });

/** What every key may be, which stays the same for as long as the daemon is the same. */
export const schemaQuery = (api: Api) =>
  queryOptions({
    queryKey: ['settings-schema'],
    queryFn: async ({ signal }) => (await api.settings.schema({}, signal)).settings,
    staleTime: Infinity,
  });

/** The tokens that were made beside the owner's own. */
export const tokensQuery = (api: Api) =>
  queryOptions({ queryKey: ['tokens'], queryFn: async ({ signal }) => (await api.tokens.list({}, signal)).tokens });

/** The backups there are, newest first, and where they lie. */
export const backupsQuery = (api: Api) =>
  queryOptions({ queryKey: ['backups'], queryFn: ({ signal }) => api.backup.list({}, signal), staleTime: 0 });
