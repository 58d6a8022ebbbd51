import type { Handlers } from '../../handler-types.ts';
import type { CachedCounts } from '../../mail/searches/search-counts.ts';
import { sidebarOf } from '../../mail/lists/sidebar.ts';
import { shellOf, type SyncProgress } from '../../mail/accounts/sync-status.ts';
import type { clientRequests } from './contract.ts';
import { localeFor, type LanguageOptions } from './locale.ts';
import { protocolVersion } from '../../contract/protocol-version.ts';

type ClientDeps = { progress: SyncProgress; language: () => LanguageOptions; savedCounts: CachedCounts };

export function clientHandlers({ progress, language, savedCounts }: ClientDeps): Handlers<typeof clientRequests> {
  return {
    health: () => ({ status: 'ok', service: 'posthorn', protocol_version: protocolVersion }),
    i18n: () => localeFor(language()),
    shell: (_input, { db, accounts }) => ({
      shell: shellOf(db, accounts, progress),
      sidebar: sidebarOf(db, accounts, savedCounts),
    }),
  };
}
