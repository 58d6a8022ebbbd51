import type { Handlers } from '../../handling.ts';
import type { KnownCounts } from '../../mail/search-counts.ts';
import { sidebarOf } from '../../mail/sidebar.ts';
import { shellOf, type SyncProgress } from '../../mail/sync-state.ts';
import type { clientRequests } from './contract.ts';
import { localeFor, type LanguageWish } from './locale.ts';

/** The protocol spoken over HTTP; clients compare it exactly. */
export const protocolVersion = 4;

export type ClientParts = { progress: SyncProgress; language: () => LanguageWish; savedCounts: KnownCounts };

export function clientHandlers({ progress, language, savedCounts }: ClientParts): Handlers<typeof clientRequests> {
  return {
    health: () => ({ status: 'ok', service: 'posthorn', protocol_version: protocolVersion }),
    i18n: () => localeFor(language()),
    shell: (_input, { db, accounts }) => ({
      shell: shellOf(db, accounts, progress),
      sidebar: sidebarOf(db, accounts, savedCounts),
    }),
  };
}
