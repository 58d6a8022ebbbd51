import { Failure } from '../../base/failure.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { ProviderError } from '../../providers/provider.ts';

/** Why the server of an account did not do something, as a Failure; anything else is returned unchanged. */
export function toServerFailure(thrown: unknown, { name }: Pick<Account, 'name'>): unknown {
  if (!(thrown instanceof ProviderError)) return thrown;
  const { reason, message } = thrown;
  switch (reason) {
    case 'offline':
    case 'busy':
    case 'keychain': {
      const sentence = `Can’t reach the filters of ${name}. ${message}`;
      return new Failure('unavailable', 'server_unreachable', sentence, { cause: thrown, retryable: true });
    }
    case 'auth':
    case 'tls':
    case 'protocol':
    case 'refused':
      return new Failure('provider', 'server_refused', message, { cause: thrown });
  }
}
