import { Failure } from '../../base/failure.ts';
import type { SecretStore } from '../../config/secrets.ts';

export type TestSecrets = SecretStore & {
  /** By name. */
  readonly kept: Map<string, string>;
  /** While it is, the keychain does not answer. */
  isLocked: boolean;
};

/** A keychain in memory. */
export function testSecrets(kept: Record<string, string> = {}): TestSecrets {
  const secrets: TestSecrets = {
    kind: 'keychain',
    kept: new Map(Object.entries(kept)),
    isLocked: false,
    get: async (ref) => opened().get(ref),
    set: async (ref, secret) => void opened().set(ref, secret),
    remove: async (ref) => void opened().delete(ref),
  };
  const opened = () => {
    if (secrets.isLocked)
      throw new Failure('unavailable', 'keychain_unavailable', 'The keychain is locked. Unlock it.');
    return secrets.kept;
  };
  return secrets;
}
