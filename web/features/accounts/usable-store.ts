import type { Reply } from '../../api/client.ts';

type Secrets = Pick<Reply<'secrets', 'get'>, 'store' | 'keychain'>;

/** Where new passwords go; undefined while that is not known, and where the computer has no keychain to store them in. */
export function usableStoreOf(secrets: Secrets | undefined): Secrets['store'] | undefined {
  return secrets?.store === 'keychain' && secrets.keychain.state === 'absent' ? undefined : secrets?.store;
}
