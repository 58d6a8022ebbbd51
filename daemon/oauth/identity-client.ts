import type { Configuration, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client';
import type { Clock } from '../base/clock.ts';
import type { OutgoingFetch } from '../outgoing/outgoing-fetch.ts';
import type { OAuthClient } from './bundled-clients.ts';
import type { BrowserAccountType, IdentityProvider, IdentityProviders } from './identity-providers.ts';
import { OAuthError, toOAuthError } from './oauth-error.ts';
import { identityTimeoutMs, openidFetch } from './openid-fetch.ts';
import type { StoredSignIn } from './stored-sign-in.ts';

/** The type of an account, which determines its identity provider, and the client that asks the provider. */
export type IdentityRequest = { type: BrowserAccountType; client: OAuthClient };

/** The address that the user's browser opens, and what the redirect that follows is checked against. */
export type AuthorizationLink = { url: URL; verifier: string; state: string; nonce: string };

export type DeviceLink = {
  verification_uri: string;
  user_code: string;
  /** Seconds between two requests of `poll`. */
  interval: number;
  /** Seconds for which the code is valid. */
  expires_in: number;
  /** Resolves once the user has signed in. Rejects with the signal's reason when it aborts. */
  poll(signal: AbortSignal): Promise<StoredSignIn>;
};

/**
 * Asks identity providers. Every method throws `OAuthError`, and passes on nothing that a provider wrote. HTTP goes through
 * the guarded fetch, so that metadata cannot name an address of this computer or its network.
 */
export type IdentityClient = {
  providerOf(type: BrowserAccountType): IdentityProvider;
  /** An authorization request (RFC 6749, section 4.1.1) with PKCE S256 (RFC 7636) and a nonce. */
  authorizationLink(
    request: IdentityRequest,
    options: { redirectUri: string; email: string },
  ): Promise<AuthorizationLink>;
  /** Redeems the code of a redirect. Checks state, issuer, nonce and audience. */
  redeem(request: IdentityRequest, link: AuthorizationLink, redirected: URL): Promise<StoredSignIn>;
  /** Starts the device flow (RFC 8628). */
  deviceLink(request: IdentityRequest): Promise<DeviceLink>;
  /** The sign-in with a new access token, and with the new refresh token if one was issued (RFC 6749, section 6). */
  refresh(signIn: StoredSignIn): Promise<StoredSignIn>;
};

type IdentityClientDeps = { fetch: OutgoingFetch; clock: Clock; providers: IdentityProviders };
type OpenidClient = typeof import('openid-client');
type TokenResponse = TokenEndpointResponse & TokenEndpointResponseHelpers;

/** How far the clock of this computer may be wrong when the times of an ID token are checked, in seconds. */
const clockToleranceSeconds = 600;
/** The lifetime of an access token if the provider does not state one, in seconds. */
const defaultLifetimeSeconds = 3600;

export function createIdentityClient({ fetch, clock, providers }: IdentityClientDeps): IdentityClient {
  const configurationOf = configurations({ fetch, providers });
  const providerOf = (type: BrowserAccountType) => providers[type];

  const ask = async <T>(
    request: IdentityRequest,
    work: (openid: OpenidClient, configuration: Configuration) => Promise<T>,
  ): Promise<T> => {
    try {
      // Loaded with the first sign-in or refresh, so that the daemon's start does not wait for it.
      const openid = await import('openid-client');
      return await work(openid, await configurationOf(openid, request));
    } catch (thrown) {
      throw toOAuthError(thrown, { provider: providerOf(request.type).name, client_id: request.client.client_id });
    }
  };
  const signInFrom = (request: IdentityRequest, response: TokenResponse) =>
    firstSignIn(request, response, { name: providerOf(request.type).name, nowMs: clock.now().getTime() });
  const scopeOf = ({ type }: IdentityRequest) => providerOf(type).scopes.join(' ');

  return {
    providerOf,
    authorizationLink: (request, { redirectUri, email }) =>
      ask(request, async (openid, configuration) => {
        const [verifier, state, nonce] = [openid.randomPKCECodeVerifier(), openid.randomState(), openid.randomNonce()];
        const url = openid.buildAuthorizationUrl(configuration, {
          ...providerOf(request.type).parameters,
          redirect_uri: redirectUri,
          scope: scopeOf(request),
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          state,
          nonce,
          login_hint: email,
        });
        return { url, verifier, state, nonce };
      }),
    redeem: (request, { verifier, state, nonce }, redirected) =>
      ask(request, async (openid, configuration) => {
        const checks = {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        };
        return signInFrom(request, await openid.authorizationCodeGrant(configuration, redirected, checks));
      }),
    deviceLink: (request) =>
      ask(request, async (openid, configuration) => {
        const link = await openid.initiateDeviceAuthorization(configuration, { scope: scopeOf(request) });
        const { verification_uri, user_code, expires_in, interval = 5 } = link;
        const poll = (signal: AbortSignal) =>
          ask(request, async () =>
            signInFrom(
              request,
              await openid.pollDeviceAuthorizationGrant(configuration, link, undefined, { signal }).catch((thrown) => {
                signal.throwIfAborted();
                throw thrown;
              }),
            ),
          );
        return { verification_uri, user_code, interval, expires_in, poll };
      }),
    refresh: (signIn) =>
      ask(requestOf(signIn), async (openid, configuration) => {
        const response = await openid.refreshTokenGrant(configuration, signIn.refresh_token);
        return {
          ...signIn,
          access_token: response.access_token,
          expires_at: expiryOf(response, clock.now().getTime()),
          ...(response.refresh_token !== undefined && { refresh_token: response.refresh_token }),
        };
      }),
  };
}

/**
 * The metadata of an issuer for a client, fetched once; a failure is not kept. The metadata is fetched and not written down
 * here because the issuer of Microsoft's ID tokens is that of the user's organization, which openid-client only accepts for
 * metadata that it has fetched.
 */
function configurations({ fetch, providers }: Pick<IdentityClientDeps, 'fetch' | 'providers'>) {
  const known = new Map<string, Promise<Configuration>>();
  return (openid: OpenidClient, { type, client: { client_id, client_secret } }: IdentityRequest) => {
    const { issuer, isInsecure = false } = providers[type];
    const key = JSON.stringify([issuer, client_id, client_secret]);
    const found =
      known.get(key) ??
      openid.discovery(
        new URL(issuer),
        client_id,
        { [openid.clockTolerance]: clockToleranceSeconds },
        client_secret === undefined ? openid.None() : openid.ClientSecretPost(client_secret),
        {
          [openid.customFetch]: openidFetch(fetch),
          timeout: identityTimeoutMs / 1000,
          ...(isInsecure && { execute: [openid.allowInsecureRequests] }),
        },
      );
    known.set(key, found);
    found.catch(() => known.delete(key));
    return found;
  };
}

function requestOf({ type, client_id, client_secret }: StoredSignIn): IdentityRequest {
  return { type, client: { client_id, ...(client_secret !== undefined && { client_secret }) } };
}

function firstSignIn(
  { type, client }: IdentityRequest,
  response: TokenResponse,
  { name, nowMs }: { name: string; nowMs: number },
): StoredSignIn {
  const claims = response.claims();
  const email = [claims?.['email'], claims?.['preferred_username'], claims?.['upn']].find(isAddress);
  if (email === undefined) {
    const message = `${name} didn’t say which address was signed in. Try again.`;
    throw new OAuthError('protocol', message);
  }
  if (response.refresh_token === undefined) {
    const message = `${name} allowed the sign-in for an hour only. Try again, and allow everything that the page asks for.`;
    throw new OAuthError('protocol', message);
  }
  return {
    type,
    email,
    ...client,
    refresh_token: response.refresh_token,
    access_token: response.access_token,
    expires_at: expiryOf(response, nowMs),
  };
}

function expiryOf({ expires_in }: TokenResponse, nowMs: number): number {
  return nowMs + (expires_in ?? defaultLifetimeSeconds) * 1000;
}

function isAddress(claim: unknown): claim is string {
  return typeof claim === 'string' && /^[^\s@]+@[^\s@]+$/.test(claim);
}
