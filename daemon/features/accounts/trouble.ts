import { Failure, reasonOf } from '../../base/failure.ts';
import { ProviderError, type TroubleKind, type TroubleReason } from '../../providers/provider.ts';
import type { AccountTrouble, SetupTrouble } from './setup.ts';
import { refusalOf } from './trouble-refusals.ts';
import { subjectOf, wordsFor, type TroubleSubject } from './trouble-words.ts';

export { explainTrouble } from './trouble-explained.ts';

/** Where something went wrong. `password` is the one that was sent, which is struck out of what the server said. */
export type TroublePlace = {
  where: AccountTrouble['where'];
  host: string | null;
  port?: number;
  use_tls?: boolean;
  password?: string;
};

/**
 * What was thrown while an account was set up, tested or saved, in words for somebody who never set up mail, with the
 * field of the form to look at. Nothing is asked of anybody; `explainTrouble` goes on from there. Never throws.
 */
export function troubleOf(thrown: unknown, at: TroublePlace): AccountTrouble {
  const { what, field, message, technical } = factsOf(thrown, at);
  return {
    where: at.where,
    what,
    host: at.host,
    field,
    message,
    technical: technical === null ? null : withoutPassword(plain(technical), at.password),
    suggestion: null,
  };
}

type Facts = Pick<AccountTrouble, 'what' | 'field' | 'message' | 'technical'>;

function factsOf(thrown: unknown, at: TroublePlace): Facts {
  if (thrown instanceof Failure) return failureFacts(thrown);
  const subject = subjectOf(at);
  if (thrown instanceof ProviderError) return providerFacts(thrown, subject);
  const technical = reasonOf(thrown);
  if (isTimeout(thrown)) return { ...byKind.silent, message: wordsFor('silent', subject), technical };
  return { what: 'other', field: null, message: wordsFor('other', subject), technical };
}

function providerFacts({ reason, kind, said, message, cause }: ProviderError, subject: TroubleSubject): Facts {
  // A keychain that does not answer is told as the server's trouble, so that it is tried again.
  if (cause instanceof Failure) return failureFacts(cause);
  const technical = said ?? (cause === undefined ? message : reasonOf(cause));
  if (kind === 'sign_in' || (kind === undefined && reason === 'auth')) {
    const { what, field, words } = refusalOf(said ?? '', subject);
    return { what, field, message: words, technical };
  }
  if (kind !== undefined) return { ...byKind[kind], message: wordsFor(kind, subject), technical };
  return { ...byReason[reason], message: wordsFor(reason, subject), technical };
}

/** What the keychain and the files of the settings refuse is in words for people already. */
function failureFacts({ code, message, cause }: Failure): Facts {
  const isKeychain = /^(keychain|secret)/.test(code);
  const technical = cause === undefined ? null : reasonOf(cause);
  return { what: isKeychain ? 'keychain' : 'other', field: null, message, technical };
}

type Aim = { what: SetupTrouble; field: AccountTrouble['field'] };
const aim = (what: SetupTrouble, field: AccountTrouble['field'] = null): Aim => ({ what, field });

const byKind: Record<TroubleKind, Aim> = {
  sign_in: aim('password', 'password'),
  no_stored_password: aim('password', 'password'),
  no_sign_in: aim('port', 'port'),
  no_password_sign_in: aim('refused'),
  wants_sign_in: aim('username', 'username'),
  wants_encryption: aim('refused'),
  too_many_connections: aim('busy'),
  no_such_name: aim('server_name', 'host'),
  closed_port: aim('port', 'port'),
  unreachable: aim('network'),
  silent: aim('port', 'port'),
  lost: aim('port', 'port'),
  self_signed: aim('certificate', 'host'),
  untrusted: aim('certificate', 'host'),
  expired: aim('certificate'),
  not_yet_valid: aim('certificate'),
  revoked: aim('certificate'),
  other_name: aim('certificate', 'host'),
  old_tls: aim('no_encryption'),
  not_tls: aim('no_encryption', 'port'),
  no_starttls: aim('no_encryption', 'port'),
  unsafe_upgrade: aim('no_encryption'),
  plaintext: aim('no_encryption', 'use_tls'),
};

const byReason: Record<TroubleReason, Aim> = {
  auth: aim('password', 'password'),
  keychain: aim('keychain'),
  offline: aim('network'),
  busy: aim('busy'),
  refused: aim('refused'),
  tls: aim('no_encryption', 'port'),
  protocol: aim('port', 'port'),
};

function isTimeout(thrown: unknown): boolean {
  return thrown instanceof Error && (thrown.name === 'TimeoutError' || thrown.name === 'AbortError');
}

const longestTechnical = 600;

/** One line without control characters. */
function plain(text: string): string {
  return text
    .replace(/\p{C}+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, longestTechnical);
}

/** Some servers repeat the line that they did not like. */
function withoutPassword(text: string, password = ''): string {
  if (password === '') return text;
  const encoded = Buffer.from(password).toString('base64');
  return text.replaceAll(password, '…').replaceAll(encoded, '…');
}
