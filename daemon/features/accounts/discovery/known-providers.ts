import { asiaAndAmerica } from './known/asia-america.ts';
import { europe } from './known/europe.ts';
import { hosting } from './known/hosting.ts';
import type { KnownProvider } from './known/provider.ts';
import { worldwide } from './known/worldwide.ts';

/** Every provider whose servers are known beforehand; the most used ones first. */
export const knownProviders: readonly KnownProvider[] = [...worldwide, ...europe, ...asiaAndAmerica, ...hosting];

/** Who gives out addresses of a domain (lower case, ASCII). */
export function providerOfDomain(domain: string): KnownProvider | undefined {
  return knownProviders.find(({ domains }) => domains.includes(domain));
}

/** Who takes in the mail of a domain with these MX hosts. */
export function providerOfMx(exchanges: readonly string[]): KnownProvider | undefined {
  return knownProviders.find(({ mx }) => mx.some((end) => exchanges.some((host) => isWithin(host, end))));
}

/** Whose server that is, to read from or to send with. */
export function providerOfHost(host: string): KnownProvider | undefined {
  const name = host.toLowerCase();
  return knownProviders.find(({ sync, send }) => sync?.host === name || send?.host === name);
}

/** Whether a name is that of the domain or below it. */
export function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
