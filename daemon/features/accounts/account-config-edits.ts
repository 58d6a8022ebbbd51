import type { AccountConfig, Config } from '../../config/schema/schema.ts';
import type { ConfigEdit } from '../../config/edit-config.ts';
import { configuredAccount } from './password-references.ts';
import { isBrowserSide } from '../../mail/accounts/browser-account.ts';
import type { BrowserAccountType } from '../../oauth/identity-providers.ts';
import { isPasswordServer } from './setup-validation.ts';
import type { AccountSetup } from '../../contract/account-setup.ts';

type Side = AccountSetup['sync'] | AccountSetup['send'];

/** The config.toml account that results from writing the setup, without secrets. */
export function accountOf(setup: AccountSetup, known: AccountConfig | undefined): AccountConfig {
  const { name, email, enabled } = setup;
  return {
    name,
    email,
    enabled,
    notify: known?.notify ?? true,
    ...(known?.folders && { folders: known.folders }),
    ...(setup.sync && { sync: configValues(setup.sync) as NonNullable<AccountConfig['sync']> }),
    ...(setup.send && { send: configValues(setup.send) as NonNullable<AccountConfig['send']> }),
  };
}

/** The keys of a side in the order in which they are written; one without a value is removed. */
function configValues(side: NonNullable<Side>): Record<string, string | number | boolean | undefined> {
  if (isBrowserSide(side)) return browserValues(side);
  if (!isPasswordServer(side)) return { type: side.type };
  const { type, host, port, username, auth_required, use_tls, implicit_tls, password_ref } = side;
  return { type, host, port, username: username.trim(), auth_required, use_tls, implicit_tls, password_ref };
}

/** The secret of an own client is stored with the sign-in, so that config.toml contains none. */
function browserValues(side: Extract<Side, { type: BrowserAccountType }>) {
  if (!('token_ref' in side)) return { type: side.type };
  const client_id = side.client_id?.trim() || undefined;
  const source = 'credential_source' in side ? { credential_source: side.credential_source } : {};
  return { type: side.type, ...source, client_id, token_ref: side.token_ref };
}

/**
 * The edits that write an account into config.toml: its own table and those of its servers, as in the setup. Keys that no
 * setup has, such as `notify` and `folders`, stay.
 */
export function accountEdits(setup: AccountSetup, config: Pick<Config, 'accounts'>): ConfigEdit[] {
  const table = ['accounts', setup.key];
  const known = configuredAccount(config.accounts, setup.key);
  const { name, email, enabled } = setup;
  return [
    { set: [...table, 'name'], value: name },
    { set: [...table, 'email'], value: email },
    ...(enabled === (known?.enabled ?? true) ? [] : [{ set: [...table, 'enabled'], value: enabled }]),
    ...serverEdits([...table, 'sync'], setup.sync, known?.sync),
    ...serverEdits([...table, 'send'], setup.send, known?.send),
    ...(setup.is_default && enabled ? [{ set: ['general', 'default_account'], value: setup.key }] : []),
  ];
}

function serverEdits(table: readonly string[], side: Side, known: { type: string } | undefined): ConfigEdit[] {
  if (!side) return [{ drop: table }];
  const keys = Object.entries(configValues(side)).map(([key, value]) => ({ set: [...table, key], value }));
  return side.type === known?.type ? keys : [{ drop: table }, ...keys];
}
