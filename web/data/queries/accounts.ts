import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api/client.ts';

/** The accounts of config.toml. */
export const accountConfigQuery = (api: Api) =>
  queryOptions({ queryKey: ['accounts', 'config'], queryFn: ({ signal }) => api.accounts.config({}, signal) });

export const demoQuery = (api: Api) =>
  queryOptions({ queryKey: ['status', 'demo'], queryFn: ({ signal }) => api.demo.get({}, signal) });

/** The clock and the faults of a demo; only a demo has them. */
export const demoControlsQuery = (api: Api) =>
  queryOptions({ queryKey: ['status', 'demo-controls'], queryFn: ({ signal }) => api.demo.controls({}, signal) });

/** Where passwords are stored. */
export const secretsQuery = (api: Api) =>
  queryOptions({ queryKey: ['accounts', 'secrets'], queryFn: ({ signal }) => api.secrets.get({}, signal) });
