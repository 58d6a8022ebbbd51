import type { SecretStore } from '../config/secrets.ts';
import { ProviderError } from './provider.ts';

/**
 * The password for a server of the account called `name`, empty where the server wants none. Throws ProviderError `auth`
 * where none is stored.
 */
export async function storedPassword(
  secrets: Pick<SecretStore, 'get'>,
  name: string,
  { auth_required, password_ref }: { auth_required: boolean; password_ref: string },
): Promise<string> {
  const password = auth_required ? await secrets.get(password_ref) : '';
  if (password !== undefined) return password;
  throw new ProviderError(
    'auth',
    `No password is stored for ${name}. Put it into secrets.toml under [passwords] as "${password_ref}".`,
  );
}
