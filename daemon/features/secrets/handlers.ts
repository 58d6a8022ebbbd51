import { Failure } from '../../base/failure.ts';
import type { ConfigSource } from '../../config/file.ts';
import type { SecretKeeping } from '../../config/secrets-keeping.ts';
import type { Handlers } from '../../handling.ts';
import type { secretsRequests } from './contract.ts';
import { passwordRefs } from './password-refs.ts';

export type SecretsParts = {
  /** Undefined where there are no secrets to keep, as in a demo. */
  secretKeeping: SecretKeeping | undefined;
  config: Pick<ConfigSource, 'current'>;
};

export function secretsHandlers({ secretKeeping, config }: SecretsParts): Handlers<typeof secretsRequests> {
  const keeping = () => {
    if (secretKeeping) return secretKeeping;
    throw new Failure('unsupported', 'no_secrets', 'A demo keeps no passwords, so there is nothing to look for here.');
  };
  return {
    get: () => keeping().places(),
    async move({ to }) {
      const kept = keeping();
      const { moved, left } = await kept.move(to, passwordRefs(config.current));
      return { moved, left, secrets: await kept.places() };
    },
  };
}
