import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api/client.ts';

/** The accounts of config.toml. */
export const accountConfigQuery = (api: Api) =>
  queryOptions({ queryKey: ['accounts', 'config'], queryFn: ({ signal }) => api.accounts.config({}, signal) });

export const demoQuery = (api: Api) =>
  queryOptions({ queryKey: ['status', 'demo'], queryFn: ({ signal }) => api.demo.get({}, signal) });

/** Where passwords are stored. */
export const secretsQuery = (api: Api) =>
  queryOptions({ queryKey: ['accounts', 'secrets'], queryFn: ({ signal }) => api.secrets.get({}, signal) });
