import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { AccountConfig } from '../config/schema/schema.ts';
import type { AccessTokensOf } from './access-token.ts';
import { createHostBudgets } from './imap/connection/host-budget.ts';
import { outlookServers, type OutlookServers } from './outlook-servers.ts';
import { ProviderError, type Provider } from './provider.ts';
import { signedInTokens } from './signed-in-tokens.ts';
import { storedPassword } from './stored-password.ts';
import type { SecretStore } from '../config/secrets/secret-store.ts';

export type OpenProviderDeps = {
  secrets: SecretStore;
  /** Absent where no account signs in with the browser. */
  accessTokensOf?: AccessTokensOf;
  /** Replaces the servers of Outlook; for tests. */
  outlook?: OutlookServers;
  clock: Clock;
  log: Log;
};

/** Creates an account's provider. Throws ProviderError `auth` where its password or its sign-in is not stored. */
export type OpenProvider = (key: string, account: AccountConfig) => Promise<Provider>;

/** Creates the content of a `fake` account outside the demo. */
const fakeMessageCount = 500;
const fakeSeed = 1;

/** Opens the provider that an account is configured for. It connects on the first call. */
export function providerOpener({
  secrets,
  accessTokensOf,
  outlook = outlookServers,
  clock,
  log,
}: OpenProviderDeps): OpenProvider {
  const budgetOf = createHostBudgets(clock);
  return async (key, { name, email, sync, folders: roles }) => {
    switch (sync?.type) {
      case 'imap': {
        const { host, port, username, auth_required: authRequired, use_tls: useTls, implicit_tls } = sync;
        const password = await storedPassword(secrets, name, sync);
        const { createImapProvider } = await import('./imap/imap-provider.ts');
        return createImapProvider({
          host,
          port,
          username,
          password,
          authRequired,
          useTls,
          ...(implicit_tls !== undefined && { implicitTls: implicit_tls }),
          roles,
          log,
          clock,
          budget: budgetOf({ host, port }),
        });
      }
      case 'outlook_personal':
      case 'outlook_work': {
        const accessTokens = signedInTokens(accessTokensOf, name, sync);
        const { createImapProvider } = await import('./imap/imap-provider.ts');
        return createImapProvider({
          ...outlook.imap,
          username: email,
          password: '',
          accessTokens,
          authRequired: true,
          useTls: true,
          ...(outlook.ca !== undefined && { ca: outlook.ca }),
          roles,
          log,
          clock,
          budget: budgetOf(outlook.imap),
        });
      }
      case 'fake': {
        const { createFakeProvider } = await import('./fake/provider.ts');
        return createFakeProvider({ key, email, name, seed: fakeSeed, count: fakeMessageCount, clock });
      }
      default:
        throw new ProviderError('refused', cannotSyncMessage(key, name, sync?.type));
    }
  };
}

/** Whether the account's mail is on another computer, so that fetching it needs a network. */
export function isRemote({ sync }: AccountConfig): boolean {
  switch (sync?.type) {
    case 'imap':
      return !isLoopback(sync.host);
    case 'fake':
    case undefined:
      return false;
    default:
      return true;
  }
}

function isLoopback(host: string): boolean {
  return /^(localhost|.*\.localhost|127\..*|\[?::1\]?)$/i.test(host);
}

function cannotSyncMessage(key: string, name: string, type: string | undefined): string {
  return type === undefined
    ? `${name} has no [accounts.${key}.sync] table, so there is nothing to sync from.`
    : `This version of Posthorn cannot sync accounts of the type "${type}".`;
}
