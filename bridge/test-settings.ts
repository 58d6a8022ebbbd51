import type { BridgeDeps } from './server.ts';

/** The settings of a bridge on a free port that accepts what `[bridge]` accepts without any keys. */
export const testSettings: BridgeDeps['settings'] = {
  bind: '127.0.0.1',
  port: 0,
  host_allowlist: [],
  cors_allowlist: [],
  local_pages: 'allow',
  allowed_local_pages: [],
  denied_local_pages: [],
  auto_local_token: true,
};
