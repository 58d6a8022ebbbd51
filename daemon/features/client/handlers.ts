import type { Handlers } from '../../handler-types.ts';
import type { CachedCounts } from '../../mail/searches/search-counts.ts';
import { sidebarOf } from '../../mail/lists/sidebar.ts';
import { shellOf } from '../../mail/accounts/sync-status.ts';
import type { SyncProgress } from '../../mail/accounts/sync-progress.ts';
import type { clientRequests } from './contract.ts';
import { permissionsOf, type PolicyInForce } from './permissions.ts';
import { localeFor, type LanguageOptions } from './locale.ts';
import { protocolVersion } from '../../contract/protocol-version.ts';

type ClientDeps = {
  progress: SyncProgress;
  language: () => LanguageOptions;
  savedCounts: CachedCounts;
  isDegraded: () => boolean;
  policy: () => PolicyInForce;
};

export function clientHandlers({
  progress,
  language,
  savedCounts,
  isDegraded,
  policy,
}: ClientDeps): Handlers<typeof clientRequests> {
  return {
    health: () => healthOf(isDegraded()),
    i18n: () => localeFor(language()),
    shell: (_input, { db, accounts }) => ({
      shell: shellOf(db, accounts, progress),
      sidebar: sidebarOf(db, accounts, savedCounts),
    }),
    permissions: (_input, { caller }) => permissionsOf(caller, policy()),
  };
}

export function healthOf(degraded: boolean) {
  return { status: 'ok', service: 'posthorn', protocol_version: protocolVersion, degraded } as const;
}
