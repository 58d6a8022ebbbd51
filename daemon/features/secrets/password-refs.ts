import type { Config } from '../../config/schema/schema.ts';

/** The names of the passwords that configured accounts use. */
export function passwordRefs({ accounts }: Pick<Config, 'accounts'>): string[] {
  const servers = Object.values(accounts).flatMap(({ sync, send }) => [sync, send]);
  const refs = servers.flatMap((server) =>
    (server?.type === 'imap' || server?.type === 'smtp') && server.auth_required ? [server.password_ref] : [],
  );
  return [...new Set(refs.filter((ref) => ref !== ''))];
}
