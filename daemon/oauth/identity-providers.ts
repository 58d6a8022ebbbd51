import type { BundledClients } from './bundled-clients.ts';

/** The types of accounts that sign in with the browser. */
export const browserAccountTypes = ['gmail', 'outlook_personal', 'outlook_work'] as const;
export type BrowserAccountType = (typeof browserAccountTypes)[number];

/** An OpenID provider (OpenID Connect Core 1.0) that issues tokens for mail. */
export type IdentityProvider = {
  /** Its name in texts for users. */
  name: 'Google' | 'Microsoft';
  /** The address below which its metadata is published (OpenID Connect Discovery 1.0). */
  issuer: string;
  /** What is asked for: mail, and the address of the account. */
  scopes: readonly string[];
  /** Added to the authorization request. */
  parameters: Readonly<Record<string, string>>;
  /**
   * The host of the redirect address (RFC 8252, section 7.3). Microsoft ignores the port of a registered address only if
   * the host is `localhost`.
   */
  redirectHost: '127.0.0.1' | 'localhost';
  /** Whether the device flow (RFC 8628) covers mail. Google's does not. */
  hasDeviceFlow: boolean;
  bundledClient: keyof BundledClients;
  /** Where an administrator allows the client for the whole organization. */
  adminConsentUrl?: (clientId: string) => string;
  /** Accepts an issuer without TLS; for tests with a server on this computer. */
  isInsecure?: boolean;
};

export type IdentityProviders = Readonly<Record<BrowserAccountType, IdentityProvider>>;

const microsoft = 'https://login.microsoftonline.com';

const outlook = {
  name: 'Microsoft',
  parameters: {},
  redirectHost: 'localhost',
  hasDeviceFlow: true,
  bundledClient: 'microsoft',
} as const;

/**
 * The addresses and scopes of each type of account. Posthorn fetches metadata from these issuers only; neither the
 * configuration nor a request can name another.
 */
export const identityProviders: IdentityProviders = {
  gmail: {
    name: 'Google',
    issuer: 'https://accounts.google.com',
    scopes: ['https://mail.google.com/', 'openid', 'email'],
    // Without both, Google issues a refresh token only for the first sign-in of a client.
    parameters: { access_type: 'offline', prompt: 'consent' },
    redirectHost: '127.0.0.1',
    hasDeviceFlow: false,
    bundledClient: 'google',
  },
  outlook_personal: {
    ...outlook,
    issuer: `${microsoft}/consumers/v2.0`,
    scopes: [
      'https://outlook.office.com/IMAP.AccessAsUser.All',
      'https://outlook.office.com/SMTP.Send',
      'offline_access',
      'openid',
      'email',
    ],
  },
  outlook_work: {
    ...outlook,
    issuer: `${microsoft}/organizations/v2.0`,
    // The user principal name, which `profile` adds, is the address of accounts that have no `email`.
    scopes: [
      'https://outlook.office.com/IMAP.AccessAsUser.All',
      'https://outlook.office.com/SMTP.Send',
      'offline_access',
      'openid',
      'email',
      'profile',
    ],
    adminConsentUrl: (clientId) => `${microsoft}/organizations/adminconsent?client_id=${encodeURIComponent(clientId)}`,
  },
};

export function isBrowserAccountType(type: string | undefined): type is BrowserAccountType {
  return browserAccountTypes.some((each) => each === type);
}
