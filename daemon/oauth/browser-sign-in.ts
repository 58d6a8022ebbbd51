import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { SignInStore } from '../config/secrets/sign-ins.ts';
import { guardedFetch } from '../outgoing/guarded-fetch.ts';
import type { OutgoingFetch } from '../outgoing/outgoing-fetch.ts';
import { outlookServers, type OutlookServers } from '../providers/outlook-servers.ts';
import { createSignIns, type SignIns } from './access-tokens.ts';
import { createAuthorizationSessions, type AuthorizationSessions } from './authorization-sessions.ts';
import { bundledClients, type BundledClients } from './bundled-clients.ts';
import { createIdentityClient } from './identity-client.ts';
import { identityProviders, type IdentityProviders } from './identity-providers.ts';

/** How accounts of Google and Microsoft sign in: their stored sign-ins, and the sign-ins that are under way. */
export type BrowserSignIn = {
  signIns: SignIns;
  sessions: AuthorizationSessions;
  providers: IdentityProviders;
  clients: BundledClients;
  /** The servers of Outlook that accept the tokens. */
  outlook: OutlookServers;
};

type BrowserSignInDeps = {
  store: Pick<SignInStore, 'get' | 'set' | 'remove'>;
  /** Replaces the guarded fetch; for tests. */
  fetch?: OutgoingFetch;
  clock: Clock;
  log: Log;
  /** Replaces the identity providers, the clients of the build and the servers of Outlook; for tests. */
  providers?: IdentityProviders;
  clients?: BundledClients;
  outlook?: OutlookServers;
};

export function openBrowserSignIn({
  store,
  fetch = guardedFetch(),
  clock,
  log,
  providers = identityProviders,
  clients = bundledClients(),
  outlook = outlookServers,
}: BrowserSignInDeps): BrowserSignIn {
  const identity = createIdentityClient({ fetch, clock, providers });
  return {
    signIns: createSignIns({ store, identity, clock, log }),
    sessions: createAuthorizationSessions({ identity, clock, log }),
    providers,
    clients,
    outlook,
  };
}
