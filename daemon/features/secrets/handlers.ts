import { Failure } from '../../base/failure.ts';
import type { SecretStorage } from '../../config/secrets/secret-storage.ts';
import type { Handlers } from '../../handler-types.ts';
import type { secretsRequests } from './contract.ts';
import { passwordRefs } from './password-refs.ts';
import type { ConfigSource } from '../../config/config-source.ts';

type SecretsDeps = {
  /** Undefined if there are no secrets, as in a demo. */
  secretStorage: SecretStorage | undefined;
  config: Pick<ConfigSource, 'current'>;
};

export function secretsHandlers({ secretStorage, config }: SecretsDeps): Handlers<typeof secretsRequests> {
  const requireStorage = () => {
    if (secretStorage) return secretStorage;
    throw new Failure('unsupported', 'no_secrets', 'A demo keeps no passwords, so there is nothing to look for here.');
  };
  return {
    get: () => requireStorage().locations(),
    async move({ to }) {
      const storage = requireStorage();
      const { moved, left } = await storage.move(to, passwordRefs(config.current));
      return { moved, left, secrets: await storage.locations() };
    },
  };
}
