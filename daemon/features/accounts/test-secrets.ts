import { Failure } from '../../base/failure.ts';
import type { SecretStore } from '../../config/secrets/secret-store.ts';

type TestSecrets = SecretStore & {
  /** By name. */
  readonly passwords: Map<string, string>;
  /** While true, the keychain does not answer. */
  isLocked: boolean;
};

/** A keychain in memory. */
export function testSecrets(passwords: Record<string, string> = {}): TestSecrets {
  const secrets: TestSecrets = {
    kind: 'keychain',
    passwords: new Map(Object.entries(passwords)),
    isLocked: false,
    get: async (ref) => unlockedPasswords().get(ref),
    set: async (ref, secret) => void unlockedPasswords().set(ref, secret),
    remove: async (ref) => void unlockedPasswords().delete(ref),
  };
  const unlockedPasswords = () => {
    if (secrets.isLocked)
      throw new Failure('unavailable', 'keychain_unavailable', 'The keychain is locked. Unlock it.');
    return secrets.passwords;
  };
  return secrets;
}
