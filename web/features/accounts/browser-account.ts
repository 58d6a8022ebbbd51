import type { Reply } from '../../api/client.ts';
import type { Discovery, SetupDraft } from './setup-draft.ts';
import { isBrowserType } from '../../data/browser-accounts.ts';
import type { Account } from './account.ts';
import type { BrowserAccount } from './use-browser-sign-in.ts';

export type BrowserType = NonNullable<NonNullable<Discovery['provider']>['browser_type']>;
type ConfiguredAccount = Reply<'accounts', 'config'>['accounts'][number];

/** A client that the user has registered with the provider. */
export type OwnClient = { client_id: string; client_secret?: string };

/** A new account that signs in with the browser. */
export function browserAccountOf(
  type: BrowserType,
  { key, name, email, enabled, is_default }: SetupDraft,
  client: OwnClient | undefined,
): BrowserAccount {
  const account = { key, name, email, enabled, is_default };
  if (type !== 'gmail') {
    const side = { type, ...(client && { client_id: client.client_id }) };
    return { ...account, sync: side, send: side };
  }
  const source = client
    ? { credential_source: 'custom' as const, ...client }
    : { credential_source: 'bundled' as const };
  return { ...account, sync: { type, ...source }, send: { type } };
}

/** An existing account, if it signs in with the browser. */
export function existingBrowserAccount(account: ConfiguredAccount | undefined): BrowserAccount | undefined {
  if (!account || browserTypeOf(account) === undefined) return undefined;
  const { password_stored: _stored, ...setup } = account;
  return setup;
}

/**
 * An account that was signed in and is not in the configuration, which therefore does not name its sign-in: the daemon knows
 * it by its key.
 */
export function runtimeBrowserAccount(account: Account): BrowserAccount | undefined {
  const { key, name, email, enabled, is_default, sync_kind, send_kind, source } = account;
  if (source !== 'runtime' || key === null) return undefined;
  const type = [sync_kind, send_kind].find(isBrowserType);
  if (type === undefined) return undefined;
  const sync = sync_kind === type ? { type } : null;
  const send = send_kind === type ? { type } : null;
  return { key, name, email, enabled, is_default, sync, send };
}

export function browserTypeOf({ sync, send }: Pick<BrowserAccount, 'sync' | 'send'>): BrowserType | undefined {
  return [sync?.type, send?.type].find(isBrowserType);
}

export function providerNameOf(type: BrowserType): string {
  return type === 'gmail' ? 'Google' : 'Microsoft';
}
