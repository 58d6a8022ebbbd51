import { mailProviders } from './mail-providers.ts';
import { domainOf, isWithin, type CheckedDraft, type Recipient } from './reading.ts';

/**
 * Who counts as within the owner's organisation: its domains and what lies below them, and the owner. Where none are
 * configured, the domains of the owner's own addresses are taken for it, unless everybody can have an address there.
 */
export function insideOf(
  { own }: Pick<CheckedDraft, 'own'>,
  internalDomains: readonly string[],
): (recipient: Pick<Recipient, 'key' | 'domain'>) => boolean {
  const owned = [...own].map(domainOf).filter((domain) => !mailProviders.has(domain));
  const domains = internalDomains.length > 0 ? internalDomains : owned;
  return ({ key, domain }) => own.has(key) || isWithin(domain, domains);
}
