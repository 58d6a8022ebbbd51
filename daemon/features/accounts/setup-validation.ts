import { Failure } from '../../base/failure.ts';
import type { AccountSetup } from './setup.ts';

type Side = NonNullable<AccountSetup['sync'] | AccountSetup['send']>;
type PasswordServer = Extract<Side, { host: string }>;

/** Whether a side of an account is a server with a user name and a password. */
export function isPasswordServer(side: Side | null | undefined): side is PasswordServer {
  return side?.type === 'imap' || side?.type === 'smtp';
}

/**
 * Refuses an invalid setup before anything is connected or stored. Throws `Failure` invalid `no_server`,
 * `unsupported_account`, `plaintext_password`, `missing_username`.
 */
export function validateSetup({ sync, send }: AccountSetup): void {
  const sides = [sync, send].filter((side) => side !== null && side !== undefined);
  if (sides.length === 0) throw noServerFailure();
  for (const side of sides) {
    if (isPasswordServer(side)) validatePasswordServer(side);
    else if (side.type !== 'fake') throw unsupportedAccount(side.type);
  }
}

function validatePasswordServer({ host, auth_required, use_tls, username }: PasswordServer): void {
  if (auth_required && !use_tls) throw plaintextPassword(host);
  if (auth_required && username.trim() === '') throw missingUsername(host);
}

function noServerFailure(): Failure {
  const message = 'The account has no server: give one to read mail from, one to send with, or both.';
  return new Failure('invalid', 'no_server', message);
}

function unsupportedAccount(type: string): Failure {
  const provider = type === 'gmail' ? 'Gmail' : 'Outlook';
  const message =
    `This version signs in to mail servers with a name and a password, and not to ${provider} in the browser. ` +
    `Set the account up with the IMAP and SMTP servers of ${provider} instead, if it offers them.`;
  return new Failure('invalid', 'unsupported_account', message, { type });
}

function plaintextPassword(host: string): Failure {
  const message =
    `Without encryption the password for ${host} would travel readable to all, so it is not sent. Switch encryption on, ` +
    'or say that the server asks for no password.';
  return new Failure('invalid', 'plaintext_password', message, { host });
}

function missingUsername(host: string): Failure {
  const message = `${host} asks for a password, and there is no name to sign in with. Mostly it is the email address.`;
  return new Failure('invalid', 'missing_username', message, { host });
}
