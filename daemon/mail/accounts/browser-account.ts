import { Failure } from '../../base/failure.ts';
import type { AccountConfig, Config } from '../../config/schema/schema.ts';
import type { AccountSetup } from '../../contract/account-setup.ts';
import type { AuthorizationRequest } from '../../oauth/authorization-session.ts';
import type { BrowserSignIn } from '../../oauth/browser-sign-in.ts';
import type { OAuthClient } from '../../oauth/bundled-clients.ts';
import { isBrowserAccountType, type BrowserAccountType } from '../../oauth/identity-providers.ts';
import type { StoredSignIn } from '../../oauth/stored-sign-in.ts';

type Accounts = Config['accounts'];
type Side = AccountSetup['sync'] | AccountSetup['send'] | AccountConfig['sync'] | AccountConfig['send'];

/** A side of an account that signs in with the browser and has a sign-in of its own. */
type BrowserSide = Extract<NonNullable<AccountSetup['sync'] | AccountSetup['send']>, { token_ref: string }>;

/** Whether a side of an account signs in with the browser. A `gmail` send table has no sign-in of its own. */
export function isBrowserSide<S extends Side>(side: S): side is Extract<S, { type: BrowserAccountType }> {
  return isBrowserAccountType(side?.type);
}

/** The side that a sign-in in the browser is for. Both sides of an account share it. */
export function browserSideOf({ sync, send }: Pick<AccountSetup, 'sync' | 'send'>): BrowserSide | undefined {
  if (isBrowserSide(sync)) return sync;
  return isBrowserSide(send) && send.type !== 'gmail' ? send : undefined;
}

/**
 * Refuses sides that do not fit together, and values of an OAuth client that do not fit `credential_source`. Throws `Failure`
 * invalid `mixed_providers`, `client_of_bundled`, `missing_client`, `masked_value`.
 */
export function validateBrowserSides({ sync, send }: Pick<AccountSetup, 'sync' | 'send'>): void {
  if (send?.type === 'gmail' && sync?.type !== 'gmail') throw mixedProviders('Gmail');
  if (isBrowserSide(sync) && isBrowserSide(send) && sync.type !== send.type) throw mixedProviders('one provider');
  for (const side of [sync, send])
    for (const value of side && 'client_id' in side ? [side.client_id, clientSecretOf(side)] : [])
      if (value && isMasked(value)) throw maskedValue();
  if (sync?.type !== 'gmail') return;
  const { credential_source, client_id, client_secret } = sync;
  if (credential_source === 'bundled' && (client_id || client_secret)) throw clientOfBundled();
  if (credential_source === 'custom' && !client_id?.trim()) throw missingClient('client_id');
}

/** A value that a reply or a page shows in place of a secret. */
export function isMasked(value: string): boolean {
  return value === '[set]' || /^[*•●]{3,}$/.test(value);
}

/**
 * The name under which the sign-in of a setup is stored: the name in the setup, else the present one, else one made from the
 * key. Throws `Failure` invalid `foreign_sign_in` if it belongs to another account.
 */
export function tokenReferenceOf(setup: AccountSetup, accounts: Accounts): string {
  const others = tokenReferencesOfOthers(accounts, setup.key);
  const side = browserSideOf(setup);
  const requested = side?.token_ref.trim() ?? '';
  if (others.has(requested)) throw foreignSignIn(requested);
  if (requested !== '') return requested;
  const present = Object.hasOwn(accounts, setup.key) ? tokenReferencesOf(accounts[setup.key]!)[0] : undefined;
  if (present !== undefined && !others.has(present)) return present;
  const base = `${setup.key}-${side?.type === 'gmail' ? 'google' : 'microsoft'}`;
  let name = base;
  for (let number = 2; others.has(name); number++) name = `${base}-${number}`;
  return name;
}

/** The setup with the name of its sign-in on each side that has one. */
export function withTokenReference(setup: AccountSetup, accounts: Accounts): AccountSetup {
  if (!browserSideOf(setup)) return setup;
  const token_ref = tokenReferenceOf(setup, accounts);
  const named = <S extends Side>(side: S): S =>
    isBrowserSide(side) && 'token_ref' in side ? { ...side, token_ref } : side;
  return { ...setup, sync: named(setup.sync), send: named(setup.send) };
}

/** The names of sign-ins that only this account uses, so that they can be removed with it. */
export function ownTokenReferences(accounts: Accounts, key: string): string[] {
  const own = Object.hasOwn(accounts, key) ? accounts[key] : undefined;
  const others = tokenReferencesOfOthers(accounts, key);
  return own ? tokenReferencesOf(own).filter((ref) => !others.has(ref)) : [];
}

function tokenReferencesOf({ sync, send }: Pick<AccountConfig, 'sync' | 'send'>): string[] {
  const refs = [sync, send].flatMap((side) => (side && 'token_ref' in side && side.token_ref ? [side.token_ref] : []));
  return [...new Set(refs)];
}

function tokenReferencesOfOthers(accounts: Accounts, key: string): Set<string> {
  const others = Object.entries(accounts).filter(([other]) => other !== key);
  return new Set(others.flatMap(([, account]) => tokenReferencesOf(account)));
}

/**
 * The request for a sign-in of an account. Throws what `validateBrowserSides` and `tokenReferenceOf` throw, and `Failure`
 * invalid `no_browser_sign_in`, `no_device_flow`, `no_bundled_client` and `missing_client`.
 */
export async function authorizationRequestOf(
  account: AccountSetup,
  { browserSignIn, accounts }: { browserSignIn: BrowserSignIn; accounts: Accounts },
  flow: 'auto' | 'installed' | 'device',
): Promise<AuthorizationRequest> {
  validateBrowserSides(account);
  const side = browserSideOf(account);
  if (!side) throw noBrowserSignIn(account);
  const { type } = side;
  const tokenRef = tokenReferenceOf(account, accounts);
  const provider = browserSignIn.providers[type];
  if (flow === 'device' && !provider.hasDeviceFlow) throw noDeviceFlow(provider.name);
  // A keychain that does not answer must not prevent a new sign-in, which stores the secret again.
  const stored = await browserSignIn.signIns.get(tokenRef).catch(() => undefined);
  const client = clientOf(side, { browserSignIn, stored, configured: accounts[account.key] });
  return { account, type, client, tokenRef, flow: flow === 'device' ? 'device' : 'installed' };
}

type ClientContext = {
  browserSignIn: BrowserSignIn;
  stored: StoredSignIn | undefined;
  configured: AccountConfig | undefined;
};

/** The setup with the client ids that the account has, where the setup names none: signing in again keeps them. */
export function withPresentClient(setup: AccountSetup, accounts: Accounts): AccountSetup {
  const present = Object.hasOwn(accounts, setup.key) ? accounts[setup.key] : undefined;
  const keep = <S extends Side>(side: S, known: Side): S =>
    isBrowserSide(side) &&
    isBrowserSide(known) &&
    side.type === known.type &&
    isWithClient(known) &&
    !isWithClient(side)
      ? { ...side, ...clientFieldsOf(known) }
      : side;
  return { ...setup, sync: keep(setup.sync, present?.sync), send: keep(setup.send, present?.send) };
}

function isWithClient(side: object): side is { client_id: string } {
  return 'client_id' in side && typeof side.client_id === 'string' && side.client_id !== '';
}

/** The secret of an own client is stored with the sign-in. */
function clientFieldsOf(side: { client_id: string }) {
  return { client_id: side.client_id, ...('credential_source' in side && { credential_source: 'custom' as const }) };
}

/** The OAuth client of a side. The secret of an own client is given, or stored with the sign-in, or in config.toml. */
function clientOf(side: BrowserSide, { browserSignIn, stored, configured }: ClientContext): OAuthClient {
  const client_id = side.client_id?.trim();
  if (!client_id) return bundledClientOf(side.type, browserSignIn);
  if (side.type !== 'gmail') return { client_id };
  const storedSecret = stored?.client_id === client_id ? stored.client_secret : undefined;
  const client_secret = side.client_secret ?? storedSecret ?? configuredSecret(configured, client_id);
  if (!client_secret) throw missingClient('client_secret');
  return { client_id, client_secret };
}

function configuredSecret(configured: AccountConfig | undefined, client_id: string): string | undefined {
  const sync = configured?.sync;
  return sync?.type === 'gmail' && sync.client_id === client_id ? sync.client_secret : undefined;
}

/** The client of the build. Throws `Failure` invalid `no_bundled_client` where the build has none. */
function bundledClientOf(
  type: BrowserAccountType,
  { clients, providers }: Pick<BrowserSignIn, 'clients' | 'providers'>,
): OAuthClient {
  const { bundledClient, name } = providers[type];
  const client = clients[bundledClient];
  if (client) return client;
  const alternative = type === 'gmail' ? ', or use an app password' : '';
  const message = `This build of Posthorn has no client id of its own for ${name}. Create one and enter it${alternative}.`;
  throw new Failure('invalid', 'no_bundled_client', message, { type });
}

function clientSecretOf(side: object): string | null | undefined {
  return 'client_secret' in side ? (side.client_secret as string | null | undefined) : undefined;
}

function mixedProviders(one: string): Failure {
  const message = `The account reads mail and sends it with different sign-ins. Use ${one} for both.`;
  return new Failure('invalid', 'mixed_providers', message);
}

function maskedValue(): Failure {
  const message =
    'A value stands for a secret that isn’t shown. Leave it out to keep the stored secret, or give the secret itself.';
  return new Failure('invalid', 'masked_value', message);
}

function clientOfBundled(): Failure {
  const message =
    'client_id and client_secret are only allowed with credential_source "custom". Leave them out to use the client of ' +
    'this build.';
  return new Failure('invalid', 'client_of_bundled', message);
}

function missingClient(field: 'client_id' | 'client_secret'): Failure {
  const message = `${field} is missing, and credential_source is "custom". Copy it from the Google Cloud console.`;
  return new Failure('invalid', 'missing_client', message, { field });
}

function foreignSignIn(token_ref: string): Failure {
  const message = `The sign-in "${token_ref}" belongs to another account. Leave token_ref out.`;
  return new Failure('invalid', 'foreign_sign_in', message, { token_ref });
}

function noBrowserSignIn({ name }: AccountSetup): Failure {
  const message = `${name} signs in with a password, not with the browser. Give a sync table of the type gmail, outlook_personal or outlook_work.`;
  return new Failure('invalid', 'no_browser_sign_in', message);
}

function noDeviceFlow(provider: string): Failure {
  const message = `${provider} offers no sign-in with a code for mail. Use the flow "installed" and open its link on this computer.`;
  return new Failure('invalid', 'no_device_flow', message);
}
