import { Failure } from '../../base/failure.ts';
import type { AccountSetup } from '../../contract/account-setup.ts';
import { isMasked, validateBrowserSides } from '../../mail/accounts/browser-account.ts';

type Side = NonNullable<AccountSetup['sync'] | AccountSetup['send']>;
type PasswordServer = Extract<Side, { host: string }>;

/** Whether a side of an account is a server with a user name and a password. */
export function isPasswordServer(side: Side | null | undefined): side is PasswordServer {
  return side?.type === 'imap' || side?.type === 'smtp';
}

/**
 * Refuses an invalid setup before anything is connected or stored. Throws `Failure` invalid `no_server`,
 * `plaintext_password`, `missing_username`, `masked_value`, and what `validateBrowserSides` throws.
 */
export function validateSetup({ sync, send }: AccountSetup): void {
  const sides = [sync, send].filter((side) => side !== null && side !== undefined);
  if (sides.length === 0) throw noServerFailure();
  for (const side of sides) if (isPasswordServer(side)) validatePasswordServer(side);
  validateBrowserSides({ sync, send });
}

function validatePasswordServer({ host, auth_required, use_tls, username, password }: PasswordServer): void {
  if (password && isMasked(password)) throw maskedPassword(host);
  if (auth_required && !use_tls) throw plaintextPassword(host);
  if (auth_required && username.trim() === '') throw missingUsername(host);
}

function noServerFailure(): Failure {
  const message = 'The account has no server: give one to read mail from, one to send with, or both.';
  return new Failure('invalid', 'no_server', message);
}

function maskedPassword(host: string): Failure {
  const message = `The password for ${host} stands for one that isn’t shown. Leave it out to keep the stored one.`;
  return new Failure('invalid', 'masked_value', message, { host });
}

function plaintextPassword(host: string): Failure {
  const message =
    `Without encryption the password for ${host} could be read by anyone, so it isn’t sent. Turn on encryption, ` +
    'or say that the server asks for no password.';
  return new Failure('invalid', 'plaintext_password', message, { host });
}

function missingUsername(host: string): Failure {
  const message = `${host} asks for a password, but there’s no username. It’s usually the email address.`;
  return new Failure('invalid', 'missing_username', message, { host });
}
