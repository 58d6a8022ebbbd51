import { mailProviders } from './mail-providers.ts';
import { domainOf, isWithin, type CheckedDraft, type Recipient } from './checked-draft.ts';

/**
 * Who counts as within the owner's organisation: its domains and what lies below them, and the owner. Where none are
 * configured, the domains of the owner's own addresses are taken for it, unless everybody can have an address there.
 */
export function internalRecipientCheck(
  { ownAddresses }: Pick<CheckedDraft, 'ownAddresses'>,
  internalDomains: readonly string[],
): (recipient: Pick<Recipient, 'key' | 'domain'>) => boolean {
  const ownDomains = [...ownAddresses].map(domainOf).filter((domain) => !mailProviders.has(domain));
  const domains = internalDomains.length > 0 ? internalDomains : ownDomains;
  return ({ key, domain }) => ownAddresses.has(key) || isWithin(domain, domains);
}
