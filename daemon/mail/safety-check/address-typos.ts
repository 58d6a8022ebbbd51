import type { DraftSafetyIssue } from '../../contract/draft.ts';
import { sql, type ReadDb } from '../../store/db.ts';
import { mailProviders } from './mail-providers.ts';
import { domainOf, type CheckedDraft, type Recipient } from './checked-draft.ts';
import type { CheckContext } from './check-context.ts';

/**
 * Minimum length of a local part or domain name: shorter names that differ by one character are usually different
 * names.
 */
const minNameLength = 4;
/** Maximum number of addresses checked: more are not typed by hand. */
const maxAddresses = 50;

/** An address without correspondence that is one typing error away from a known address. */
export function addressTypoIssues(
  { recipients, history, ownAddresses }: CheckedDraft,
  { db }: CheckContext,
): DraftSafetyIssue[] {
  const unknown = recipients.filter(({ key }) => !history.has(key) && !ownAddresses.has(key));
  if (unknown.length === 0) return [];
  const addresses = [...addressesWrittenTo(db), ...ownAddresses];
  const domains = new Set([...addresses.map(domainOf), ...mailProviders]);
  return unknown.slice(0, maxAddresses).flatMap((recipient) => {
    const suggestion = suggestAddress(recipient, addresses) ?? suggestDomain(recipient, domains);
    if (suggestion === undefined) return [];
    const message = `You haven’t written to ${recipient.email} before. Did you mean ${suggestion}?`;
    return [{ code: 'wrong_recipient', severity: 'warning', message, detail: suggestion }];
  });
}

function suggestAddress({ key }: Recipient, addresses: readonly string[]): string | undefined {
  return addresses.find((each) => isAddressTypo(key, each));
}

function suggestDomain({ email, domain }: Recipient, domains: ReadonlySet<string>): string | undefined {
  if (domains.has(domain)) return undefined;
  const suggestion = [...domains].find((each) => isDomainTypo(domain, each));
  return suggestion && `${email.slice(0, email.lastIndexOf('@'))}@${suggestion}`;
}

function isAddressTypo(typed: string, known: string): boolean {
  if (!isOneTypoApart(typed, known)) return false;
  const [typedName, knownName] = [typed, known].map((address) => address.slice(0, address.lastIndexOf('@')));
  const [typedDomain, knownDomain] = [domainOf(typed), domainOf(known)];
  if (typedName === knownName) return isDomainTypo(typedDomain, knownDomain);
  return typedDomain === knownDomain && Math.min(typedName!.length, knownName!.length) >= minNameLength;
}

/**
 * Whether one domain is one typing error away from another. The same name under two country domains is not an error.
 */
function isDomainTypo(typed: string, known: string): boolean {
  if (!isOneTypoApart(typed, known)) return false;
  const [typedEnd, knownEnd] = [typed, known].map((domain) => domain.slice(domain.lastIndexOf('.') + 1));
  const isCountry = typedEnd!.length === 2 && knownEnd!.length === 2 && typedEnd !== knownEnd;
  return !isCountry && Math.min(...[typed, known].map((domain) => domain.indexOf('.'))) >= minNameLength;
}

/** One character added, missing, replaced, or two transposed. A different digit means a different address. */
function isOneTypoApart(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) [endA, endB] = [endA - 1, endB - 1];
  const [restA, restB] = [a.slice(start, endA), b.slice(start, endB)];
  if (/\d/.test(restA + restB)) return false;
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
}

/** The addresses that the user has written to. */
function addressesWrittenTo(db: ReadDb): string[] {
  return db.all<{ email: string }>(sql`SELECT email FROM contacts WHERE sent > 0`).map(({ email }) => email);
}
