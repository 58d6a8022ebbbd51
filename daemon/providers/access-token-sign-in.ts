import type { AccessTokens } from './access-token.ts';
import { ProviderError } from './provider.ts';

/**
 * Signs in to a server with an access token. If the server refuses it, which happens to tokens that were revoked and where a
 * clock is wrong, the sign-in is repeated once with a new token. `signIn` throws ProviderError `auth` for a refused token.
 */
export async function withFreshToken<T>(
  tokens: AccessTokens,
  signal: AbortSignal,
  signIn: (token: string) => Promise<T>,
): Promise<T> {
  const token = await tokens.get(signal);
  try {
    return await signIn(token);
  } catch (thrown) {
    if (!isRefusedToken(thrown)) throw thrown;
    tokens.invalidate(token);
    const newToken = await tokens.get(signal);
    if (newToken === token) throw thrown;
    return signIn(newToken).catch((refused: unknown) => {
      throw isRefusedToken(refused) ? refusedAgain(refused) : refused;
    });
  }
}

function isRefusedToken(thrown: unknown): thrown is ProviderError {
  return thrown instanceof ProviderError && thrown.reason === 'auth' && thrown.kind === 'sign_in';
}

function refusedAgain({ message, serverText, cause }: ProviderError): ProviderError {
  return new ProviderError('auth', message, { kind: 'refused_token', serverText, cause });
}

/** Explains the refusal of an access token: the user cannot correct a user name or password. Other errors are unchanged. */
export function accessRefusalOf(thrown: unknown, host: string): unknown {
  if (!isRefusedToken(thrown)) return thrown;
  const { serverText, cause } = thrown;
  const reason = refusalReason(serverText ?? '');
  return new ProviderError('auth', `${host} didn’t accept the sign-in. ${reason}`, {
    kind: 'sign_in',
    serverText,
    cause,
  });
}

/** What the known texts of Exchange and Gmail mean. */
function refusalReason(serverText: string): string {
  if (/SmtpClientAuthentication is disabled/i.test(serverText))
    return 'Your organization has turned off sending from mail programs (SMTP AUTH). Ask its administrator to turn it on for you.';
  if (/5\.7\.30\b|basic authentication (is )?(not supported|disabled)/i.test(serverText))
    return 'It no longer takes passwords. Sign in with Microsoft instead.';
  if (/security defaults/i.test(serverText))
    return 'Your organization’s security defaults don’t allow it. Ask its administrator.';
  if (/IMAP (access )?is disabled|not enabled for IMAP|protocol disabled/i.test(serverText))
    return 'IMAP is turned off for this mailbox. Turn it on in the settings of the mailbox, or ask your administrator.';
  return 'Sign in again. If that doesn’t help, mail programs may not be allowed for this mailbox.';
}
