import type { MailResolver } from '../mail-resolver.ts';
import { ScriptsUnsupported } from '../script-server.ts';

const defaultSievePort = 4190;

type ScriptHostRequest = {
  /** The address of the account. */
  email: string;
  imapHost: string;
  /** As the configuration has them. */
  sieveHost?: string | undefined;
  sievePort?: number | undefined;
};

/**
 * The ManageSieve server of an account: as configured, else as the domain's SRV record says (RFC 5804, section 1.8), else at
 * the usual port of the IMAP server. DNS is not authenticated and the server gets the password, so a record is followed only
 * to the IMAP server itself or within the domain of the address. Throws `ScriptsUnsupported` where the domain says that it
 * offers none.
 */
export async function scriptHostOf(
  { email, imapHost, sieveHost, sievePort }: ScriptHostRequest,
  { services }: Pick<MailResolver, 'services'>,
  signal: AbortSignal,
): Promise<{ host: string; port: number }> {
  const usual = { host: sieveHost ?? imapHost, port: sievePort ?? defaultSievePort };
  if (sieveHost !== undefined || sievePort !== undefined) return usual;
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const lookup = await services(`_sieve._tcp.${domain}`, signal);
  if (lookup.is !== 'found') return usual;
  const named = lookup.records
    .toSorted((a, b) => a.priority - b.priority || b.weight - a.weight)
    .map(({ name, port }) => ({ host: name.replace(/\.$/, '').toLowerCase(), port }));
  if (named.every(({ host }) => host === ''))
    throw new ScriptsUnsupported(`${domain} says that it offers no filters to mail programs.`);
  const isTrusted = (host: string) =>
    host === imapHost.toLowerCase() || host === domain || (host !== '' && host.endsWith(`.${domain}`));
  return named.find(({ host }) => isTrusted(host)) ?? usual;
}
