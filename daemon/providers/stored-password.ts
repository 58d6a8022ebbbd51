import { Failure } from '../base/failure.ts';
import { ProviderError } from './provider.ts';
import { isSecretLocked, type SecretStore } from '../config/secrets/secret-store.ts';

/**
 * The password for a server of the account called `name`, empty where the server requires none. Throws ProviderError `auth`
 * where none is stored, `keychain` where the keychain does not return it or the vault is locked, and `protocol` where the secrets file cannot be
 * read; the latter two are retried.
 */
export async function storedPassword(
  secrets: Pick<SecretStore, 'get'>,
  name: string,
  { auth_required, password_ref }: { auth_required: boolean; password_ref: string },
): Promise<string> {
  const password = auth_required ? await secrets.get(password_ref).catch(throwProviderError) : '';
  if (password !== undefined) return password;
  throw new ProviderError('auth', `No password is stored for ${name}. Open its settings and type it again.`, {
    kind: 'no_stored_password',
  });
}

function throwProviderError(failed: unknown): never {
  if (!(failed instanceof Failure)) throw failed;
  const reason = isSecretLocked(failed) ? 'keychain' : 'protocol';
  throw new ProviderError(reason, failed.message, { cause: failed });
}
