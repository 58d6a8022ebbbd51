import { Failure, reasonOf } from '../../base/failure.ts';
import { ProviderError, type ProviderErrorKind, type ProviderErrorReason } from '../../providers/provider.ts';
import type { AccountTrouble, SetupTrouble } from '../../contract/account-setup.ts';
import { refusalOf } from './sign-in-refusals.ts';
import { subjectOf, troubleMessage, type TroubleSubject } from './trouble-messages.ts';
import type { TroubleContext } from './trouble-context.ts';

export { explainTrouble } from './explain-trouble.ts';

/**
 * Explains an error of setting up, testing or saving an account to a user without technical knowledge, with the form field
 * to check. Sends no requests; `explainTrouble` does. Never throws.
 */
export function troubleOf(thrown: unknown, context: TroubleContext): AccountTrouble {
  const { what, field, message, technical } = factsOf(thrown, context);
  return {
    where: context.where,
    what,
    host: context.host,
    field,
    message,
    technical: technical === null ? null : withoutPassword(singleLine(technical), context.password),
    suggestion: null,
  };
}

type Facts = Pick<AccountTrouble, 'what' | 'field' | 'message' | 'technical'>;

function factsOf(thrown: unknown, context: TroubleContext): Facts {
  if (thrown instanceof Failure) return failureFacts(thrown);
  const subject = subjectOf(context);
  if (thrown instanceof ProviderError) return providerFacts(thrown, subject);
  const technical = reasonOf(thrown);
  if (isTimeout(thrown)) return { ...targetByKind.silent, message: troubleMessage('silent', subject), technical };
  return { what: 'other', field: null, message: troubleMessage('other', subject), technical };
}

function providerFacts({ reason, kind, serverText, message, cause }: ProviderError, subject: TroubleSubject): Facts {
  // A keychain that does not answer is classified as a server trouble, so that the step is retried.
  if (cause instanceof Failure) return failureFacts(cause);
  const technical = serverText ?? (cause === undefined ? message : reasonOf(cause));
  if (kind === 'expired_sign_in' || kind === 'refused_token') return { ...targetByKind[kind], message, technical };
  if (kind === 'sign_in' || (kind === undefined && reason === 'auth')) {
    const { what, field, words: message } = refusalOf(serverText ?? '', subject);
    return { what, field, message, technical };
  }
  if (kind !== undefined) return { ...targetByKind[kind], message: troubleMessage(kind, subject), technical };
  return { ...targetByReason[reason], message: troubleMessage(reason, subject), technical };
}

/** Failures of the keychain and the config files have user-readable messages already. */
function failureFacts({ code, message, cause }: Failure): Facts {
  const isKeychain = /^(keychain|secret|vault)/.test(code);
  const technical = cause === undefined ? null : reasonOf(cause);
  return { what: isKeychain ? 'keychain' : 'other', field: null, message, technical };
}

type TroubleTarget = { what: SetupTrouble; field: AccountTrouble['field'] };
const troubleTarget = (what: SetupTrouble, field: AccountTrouble['field'] = null): TroubleTarget => ({ what, field });

const targetByKind: Record<ProviderErrorKind, TroubleTarget> = {
  sign_in: troubleTarget('password', 'password'),
  no_stored_password: troubleTarget('password', 'password'),
  expired_sign_in: troubleTarget('sign_in'),
  refused_token: troubleTarget('sign_in'),
  no_sign_in: troubleTarget('port', 'port'),
  no_password_sign_in: troubleTarget('refused'),
  wants_sign_in: troubleTarget('username', 'username'),
  wants_encryption: troubleTarget('refused'),
  too_many_connections: troubleTarget('busy'),
  no_such_name: troubleTarget('server_name', 'host'),
  closed_port: troubleTarget('port', 'port'),
  unreachable: troubleTarget('network'),
  silent: troubleTarget('port', 'port'),
  stalled: troubleTarget('busy'),
  lost: troubleTarget('port', 'port'),
  self_signed: troubleTarget('certificate', 'host'),
  untrusted: troubleTarget('certificate', 'host'),
  expired: troubleTarget('certificate'),
  not_yet_valid: troubleTarget('certificate'),
  revoked: troubleTarget('certificate'),
  other_name: troubleTarget('certificate', 'host'),
  old_tls: troubleTarget('no_encryption'),
  not_tls: troubleTarget('no_encryption', 'port'),
  no_starttls: troubleTarget('no_encryption', 'port'),
  unsafe_upgrade: troubleTarget('no_encryption'),
  plaintext: troubleTarget('no_encryption', 'use_tls'),
};

const targetByReason: Record<ProviderErrorReason, TroubleTarget> = {
  auth: troubleTarget('password', 'password'),
  keychain: troubleTarget('keychain'),
  offline: troubleTarget('network'),
  busy: troubleTarget('busy'),
  refused: troubleTarget('refused'),
  tls: troubleTarget('no_encryption', 'port'),
  protocol: troubleTarget('port', 'port'),
};

function isTimeout(thrown: unknown): boolean {
  return thrown instanceof Error && (thrown.name === 'TimeoutError' || thrown.name === 'AbortError');
}

const maxTechnicalLength = 600;

/** One line without control characters. */
function singleLine(text: string): string {
  return text
    .replace(/\p{C}+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, maxTechnicalLength);
}

/** Some servers repeat the line that they refused. */
function withoutPassword(text: string, password = ''): string {
  if (password === '') return text;
  const encoded = Buffer.from(password).toString('base64');
  return text.replaceAll(password, '…').replaceAll(encoded, '…');
}
