import type { DraftSafetyIssue } from '../../contract/draft.ts';
import { sql, type ReadDb } from '../../store/db.ts';
import type { CheckContext } from './check.ts';
import { mailProviders } from './mail-providers.ts';
import { domainOf, type CheckedDraft, type Recipient } from './reading.ts';

/** Letters a name before or after the at-sign has at least: shorter ones differ by one letter and are others. */
const shortest = 4;
/** Addresses that are looked at: nobody types more of them by hand. */
const most = 50;

/** An address nobody has corresponded with that is one slip of the fingers from one that is known. */
export function lookalikeIssues({ recipients, known, own }: CheckedDraft, { db }: CheckContext): DraftSafetyIssue[] {
  const unknown = recipients.filter(({ key }) => !known.has(key) && !own.has(key));
  if (unknown.length === 0) return [];
  const addresses = [...writtenTo(db), ...own];
  const domains = new Set([...addresses.map(domainOf), ...mailProviders]);
  return unknown.slice(0, most).flatMap((recipient) => {
    const meant = meantAddress(recipient, addresses) ?? meantDomain(recipient, domains);
    if (meant === undefined) return [];
    const message = `You have not written to ${recipient.email} before. Did you mean ${meant}?`;
    return [{ code: 'wrong_recipient', severity: 'warning', message, detail: meant }];
  });
}

function meantAddress({ key }: Recipient, addresses: readonly string[]): string | undefined {
  return addresses.find((each) => isSlip(key, each));
}

function meantDomain({ email, domain }: Recipient, domains: ReadonlySet<string>): string | undefined {
  if (domains.has(domain)) return undefined;
  const meant = [...domains].find((each) => isDomainSlip(domain, each));
  return meant && `${email.slice(0, email.lastIndexOf('@'))}@${meant}`;
}

function isSlip(typed: string, known: string): boolean {
  if (!isOneSlipAway(typed, known)) return false;
  const [typedName, knownName] = [typed, known].map((address) => address.slice(0, address.lastIndexOf('@')));
  const [typedDomain, knownDomain] = [domainOf(typed), domainOf(known)];
  if (typedName === knownName) return isDomainSlip(typedDomain, knownDomain);
  return typedDomain === knownDomain && Math.min(typedName!.length, knownName!.length) >= shortest;
}

/** Whether one domain is one slip of the fingers from another. The same name in two countries is no slip. */
export function isDomainSlip(typed: string, known: string): boolean {
  if (!isOneSlipAway(typed, known)) return false;
  const [typedEnd, knownEnd] = [typed, known].map((domain) => domain.slice(domain.lastIndexOf('.') + 1));
  const isCountry = typedEnd!.length === 2 && knownEnd!.length === 2 && typedEnd !== knownEnd;
  return !isCountry && Math.min(...[typed, known].map((domain) => domain.indexOf('.'))) >= shortest;
}

/** One letter too many, too few, another one, or two that changed places. Another digit is another address. */
function isOneSlipAway(a: string, b: string): boolean {
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

/** Whom the owner has written to. */
function writtenTo(db: ReadDb): string[] {
  return db.all<{ email: string }>(sql`SELECT email FROM contacts WHERE sent > 0`).map(({ email }) => email);
}
