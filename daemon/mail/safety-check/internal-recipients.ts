import { mailProviders } from './mail-providers.ts';
import { domainOf, isWithin, type CheckedDraft, type Recipient } from './checked-draft.ts';

/**
 * Checks whether a recipient is inside the user's organisation: its domains and their subdomains, and the user. If none
 * are configured, the domains of the user's own addresses count, except those of public mail providers.
 */
export function internalRecipientCheck(
  { ownAddresses }: Pick<CheckedDraft, 'ownAddresses'>,
  internalDomains: readonly string[],
): (recipient: Pick<Recipient, 'key' | 'domain'>) => boolean {
  const ownDomains = [...ownAddresses].map(domainOf).filter((domain) => !mailProviders.has(domain));
  const domains = internalDomains.length > 0 ? internalDomains : ownDomains;
  return ({ key, domain }) => ownAddresses.has(key) || isWithin(domain, domains);
}
