import type { AccountConfig } from '../config/schema/schema.ts';
import type { SecretStore } from '../config/secrets/secret-store.ts';
import { scriptHostOf } from './managesieve/script-host.ts';
import { mailResolver, type MailResolver } from './mail-resolver.ts';
import { ScriptsUnsupported, type ScriptSession } from './script-server.ts';
import { storedPassword } from './stored-password.ts';

/**
 * Connects to the server that keeps an account's Sieve scripts. Throws `ScriptsUnsupported` where there is none, a
 * `ProviderError`, or the signal's reason.
 */
export type OpenScriptServer = (account: AccountConfig, signal: AbortSignal) => Promise<ScriptSession>;

type OpenScriptServerDeps = {
  secrets: Pick<SecretStore, 'get'>;
  /** Replaces the name servers of this computer. */
  resolver?: MailResolver;
};

/** Finds the server only when it is needed: no account is asked for its filters before the user opens them. */
export function scriptServerOpener({ secrets, resolver = mailResolver() }: OpenScriptServerDeps): OpenScriptServer {
  return async ({ name, email, sync }, signal) => {
    if (sync?.type !== 'imap') throw new ScriptsUnsupported(unsupportedMessage(name, sync?.type));
    if (!sync.auth_required) throw new ScriptsUnsupported(`${name} is set up without a password, which filters need.`);
    const { host: imapHost, username, use_tls: useTls, sieve_host: sieveHost, sieve_port: sievePort } = sync;
    const place = await scriptHostOf({ email, imapHost, sieveHost, sievePort }, resolver, signal);
    const password = await storedPassword(secrets, name, sync);
    const { openScriptSession } = await import('./managesieve/script-session.ts');
    return openScriptSession({ ...place, username, password, useTls }, signal);
  };
}

function unsupportedMessage(name: string, type: string | undefined): string {
  switch (type) {
    case 'gmail':
      return 'Gmail keeps its filters and vacation reply in its own settings. Change them at mail.google.com.';
    case 'outlook_personal':
    case 'outlook_work':
      return 'Outlook keeps its rules and automatic replies in its own settings. Change them at outlook.com.';
    default:
      return `${name} has no mail server that could run filters.`;
  }
}
