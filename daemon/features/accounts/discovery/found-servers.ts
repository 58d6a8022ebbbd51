import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { usesImplicitTls } from '../../../providers/connection-errors.ts';
import type { Discovery } from '../../../contract/account-setup.ts';
import { isWithin, providerOfHost } from './known-providers.ts';
import type { KnownProvider, KnownServer } from './known/provider.ts';

/** A parsed address: `domain` in lower-case ASCII (RFC 5891). */
export type MailAddress = { email: string; local: string; domain: string };

export type FoundServer = KnownServer & { auth_required?: boolean };

/** The servers of a domain, and their source. */
export type FoundServers = {
  source: Discovery['source'];
  sync: FoundServer | null;
  send: FoundServer | null;
  provider?: KnownProvider | undefined;
  trouble?: string | null;
};

/** Undefined if the domain is not a valid DNS name. */
export function parseMailAddress(email: string): MailAddress | undefined {
  const at = email.lastIndexOf('@');
  const domain = domainToASCII(email.slice(at + 1).replace(/\.$/, '')).toLowerCase();
  const isDomain = domain.length <= 253 && domain.split('.').every((label) => /^[a-z0-9_-]{1,63}$/.test(label));
  return at > 0 && isDomain ? { email, local: email.slice(0, at), domain } : undefined;
}

/** The discovery result for an address, as the client receives it. */
export function discoveryOf(address: MailAddress, found: FoundServers): Discovery {
  const provider = found.provider ?? providerOfHost(found.sync?.host ?? found.send?.host ?? '');
  return {
    email: address.email,
    domain: address.domain,
    provider: provider ? providerRecord(provider) : null,
    sync: serverRecord(found.sync, address),
    send: serverRecord(found.send, address),
    source: found.source,
    did_you_mean: null,
    trouble: found.trouble ?? null,
  };
}

/** No server was found; `trouble` gives the reason, if one is known. */
export function emptyDiscovery(
  { email, domain }: Pick<MailAddress, 'email' | 'domain'>,
  { trouble = null, did_you_mean = null }: Partial<Pick<Discovery, 'trouble' | 'did_you_mean'>> = {},
): Discovery {
  return { email, domain, provider: null, sync: null, send: null, source: 'none', did_you_mean, trouble };
}

/** Fills in the placeholders of the autoconfig format. */
export function fillPlaceholders(template: string, { local, domain }: MailAddress): string {
  const values: Record<string, string> = {
    '%EMAILADDRESS%': `${local}@${domain}`,
    '%EMAILLOCALPART%': local,
    '%EMAILDOMAIN%': domain,
  };
  return template.replace(/%EMAIL(ADDRESS|LOCALPART|DOMAIN)%/g, (name) => values[name] ?? name);
}

/** Whether a host and port can be put into the form, and TLS can start on that port as the source says. */
export function isUsable(host: string, port: number, { isTlsFirst }: { isTlsFirst: boolean }): boolean {
  const isName = host.length <= 253 && (/^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/i.test(host) || isIP(host) !== 0);
  // At other ports the test of the account finds out whether TLS begins with the connection.
  const isTlsKnown = isTlsFirst || !usesImplicitTls(port);
  return isName && Number.isInteger(port) && port >= 1 && port <= 65_535 && isTlsKnown;
}

/**
 * The note for the user if DNS named servers of another domain: an attacker on the network could have forged the DNS answer
 * (RFC 6186, section 6, asks for the user's consent).
 */
export function foreignServersNote(domain: string, servers: readonly (FoundServer | null)[]): string | null {
  const foreignHosts = servers.flatMap((server) =>
    server && !isWithin(server.host, domain) && !providerOfHost(server.host) ? [server.host] : [],
  );
  const [first] = foreignHosts;
  return first === undefined
    ? null
    : `Mail for ${domain} is hosted by another provider, ${first}. Continue if you know that name.`;
}

function providerRecord({ id, name, sign_in, supported, steps, help_url, note }: KnownProvider) {
  return { id, name, sign_in, supported, steps: [...steps], help_url, note };
}

function serverRecord(server: FoundServer | null, address: MailAddress): Discovery['sync'] {
  if (server === null) return null;
  const { host, port, username, auth_required = true } = server;
  return {
    host: fillPlaceholders(host, address).toLowerCase(),
    port,
    use_tls: true,
    auth_required,
    username: auth_required ? fillPlaceholders(username, address) : '',
  };
}
