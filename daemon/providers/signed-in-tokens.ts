import type { AccessTokens, AccessTokensOf } from './access-token.ts';
import { ProviderError } from './provider.ts';

/**
 * The access tokens of the account called `name`. Throws ProviderError `auth` where the user has never signed in with the
 * browser.
 */
export function signedInTokens(
  accessTokensOf: AccessTokensOf | undefined,
  name: string,
  { token_ref = '' }: { token_ref?: string | undefined },
): AccessTokens {
  if (accessTokensOf && token_ref.trim() !== '') return accessTokensOf(token_ref, name);
  throw new ProviderError('auth', `${name} isn’t signed in. Sign in to sync its mail.`, { kind: 'expired_sign_in' });
}
