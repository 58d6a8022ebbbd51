import type { SecretRefs } from '../../config/secrets/secret-storage.ts';
import type { AccountConfig } from '../../config/schema/schema.ts';

/** The names of the passwords and sign-ins that accounts use. */
export function secretRefs(accounts: Readonly<Record<string, AccountConfig>>): SecretRefs {
  const servers = Object.values(accounts).flatMap(({ sync, send }) => [sync, send]);
  const passwords = servers.flatMap((server) =>
    (server?.type === 'imap' || server?.type === 'smtp') && server.auth_required ? [server.password_ref] : [],
  );
  const signIns = servers.flatMap((server) => (server && 'token_ref' in server ? [server.token_ref] : []));
  return { passwords: named(passwords), signIns: named(signIns) };
}

function named(refs: readonly (string | undefined)[]): string[] {
  return [...new Set(refs.flatMap((ref) => (ref ? [ref] : [])))];
}
