import type { z } from 'zod';
import type { AccountConfig, Config } from '../../config/schema/schema.ts';
import type { accountsRequests } from './contract.ts';
import { isBrowserSide } from '../../mail/accounts/browser-account.ts';
import type { BrowserSignIn } from '../../oauth/browser-sign-in.ts';
import { defaultKey } from './default-account.ts';
import type { SecretStore } from '../../config/secrets/secret-store.ts';

type AccountConfigRecord = z.input<typeof accountsRequests.config.output>['accounts'][number];
type SecretDeps = { secrets: SecretStore | undefined; browserSignIn: BrowserSignIn | undefined };
type Side = AccountConfig['sync'] | AccountConfig['send'];

/** The accounts of config.toml that `isShown` accepts, without secrets, and whether their passwords are stored. */
export async function accountConfigRecords(
  config: Pick<Config, 'accounts' | 'general'>,
  secretDeps: SecretDeps,
  isVisible: (key: string) => boolean,
): Promise<AccountConfigRecord[]> {
  const defaultAccountKey = defaultKey(config);
  const visible = Object.entries(config.accounts).filter(([key]) => isVisible(key));
  return Promise.all(
    visible.map(async ([key, account]): Promise<AccountConfigRecord> => {
      const { name, email, enabled, sync, send = null } = account;
      return {
        key,
        name,
        email,
        enabled,
        is_default: key === defaultAccountKey,
        sync: syncWithoutSecret(sync),
        send,
        password_stored: {
          sync: await isStored(secretDeps, account.sync),
          send: await isStored(secretDeps, account.send),
        },
      };
    }),
  );
}

/** The secret of the user's own OAuth client is stored in config.toml and never shown. */
function syncWithoutSecret(sync: AccountConfig['sync']): AccountConfigRecord['sync'] {
  if (sync?.type !== 'gmail') return sync ?? null;
  const { client_secret: _secret, ...rest } = sync;
  return rest;
}

/** Null where neither a password nor a sign-in is needed, or where the secret store does not answer. */
async function isStored({ secrets, browserSignIn }: SecretDeps, side: Side): Promise<boolean | null> {
  if (side && 'token_ref' in side && isBrowserSide(side)) {
    if (!browserSignIn) return null;
    return browserSignIn.signIns.get(side.token_ref ?? '').then(
      (signIn) => signIn !== undefined,
      () => null,
    );
  }
  if (!secrets || !side || !('host' in side) || !side.auth_required) return null;
  try {
    if ((await secrets.get(side.password_ref)) !== undefined) return true;
  } catch {
    return null;
  }
  return secrets.trouble === undefined ? false : null;
}
