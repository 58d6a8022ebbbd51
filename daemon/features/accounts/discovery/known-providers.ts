import { asiaAndAmerica } from './known/asia-america.ts';
import { europe } from './known/europe.ts';
import { hosting } from './known/hosting.ts';
import type { KnownProvider } from './known/provider.ts';
import { worldwide } from './known/worldwide.ts';

/** All providers with known servers; the most used first. */
export const knownProviders: readonly KnownProvider[] = [...worldwide, ...europe, ...asiaAndAmerica, ...hosting];

/** The provider that issues addresses of a domain (lower case, ASCII). */
export function providerOfDomain(domain: string): KnownProvider | undefined {
  return knownProviders.find(({ domains }) => domains.includes(domain));
}

/** The provider that receives the mail of a domain with these MX hosts. */
export function providerOfMx(exchanges: readonly string[]): KnownProvider | undefined {
  return knownProviders.find(({ mx }) => mx.some((end) => exchanges.some((host) => isWithin(host, end))));
}

/** The provider of an IMAP or SMTP host. */
export function providerOfHost(host: string): KnownProvider | undefined {
  const name = host.toLowerCase();
  return knownProviders.find(({ sync, send }) => sync?.host === name || send?.host === name);
}

/** Whether a host name equals the domain or is a subdomain of it. */
export function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
