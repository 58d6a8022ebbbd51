import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { AccountConfig } from '../config/schema/schema.ts';
import type { AccessTokensOf } from './access-token.ts';
import { createQuotas } from './gmail/api/quota.ts';
import { gmailServers, type GmailServers } from './gmail/gmail-servers.ts';
import { temporaryNumbers, type MessageNumbers } from './message-numbers.ts';
import { createHostBudgets } from './imap/connection/host-budget.ts';
import { outlookServers, type OutlookServers } from './outlook/servers.ts';
import { ProviderError, type Provider } from './provider.ts';
import { signedInTokens } from './signed-in-tokens.ts';
import { storedPassword } from './stored-password.ts';
import type { SecretStore } from '../config/secrets/secret-store.ts';

type OpenProviderDeps = {
  secrets: SecretStore;
  /** Absent where no account signs in with the browser. */
  accessTokensOf?: AccessTokensOf;
  /** Replaces the servers of Outlook; for tests. */
  outlook?: OutlookServers;
  /** Replaces the servers of Gmail; for tests. */
  gmail?: GmailServers;
  clock: Clock;
  log: Log;
};

/**
 * Creates an account's provider. `numbers` are the account's UIDs; without them they end with the provider. Throws ProviderError
 * `auth` where its password or its sign-in is not stored.
 */
export type OpenProvider = (key: string, account: AccountConfig, numbers?: MessageNumbers) => Promise<Provider>;

/** Creates the content of a `fake` account outside the demo. */
const fakeMessageCount = 500;
const fakeSeed = 1;

/** Opens the provider that an account is configured for. It connects on the first call. */
export function providerOpener({
  secrets,
  accessTokensOf,
  outlook = outlookServers,
  gmail = gmailServers,
  clock,
  log,
}: OpenProviderDeps): OpenProvider {
  const budgetOf = createHostBudgets(clock);
  const quotaOf = createQuotas(clock);
  return async (key, { name, email, sync, folders: roles }, numbers = temporaryNumbers()) => {
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
      case 'gmail': {
        const accessTokens = signedInTokens(accessTokensOf, name, sync);
        const { openGmailProvider } = await import('./gmail/open-gmail.ts');
        const imap = { username: email, roles, log, clock, budget: budgetOf(gmail.imap) };
        return openGmailProvider({ servers: gmail, accessTokens, quota: quotaOf(email), numbers, imap });
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
      case undefined:
        throw new ProviderError('refused', noSyncTableMessage(key, name));
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

function noSyncTableMessage(key: string, name: string): string {
  return `${name} has no [accounts.${key}.sync] table, so there is nothing to sync from.`;
}
