import { sql, type ReadDb } from '../../store/db.ts';
import { domainOfAddress, domainPartsOf } from '../authentication/organizations.ts';
import { mailProviders } from '../safety-check/mail-providers.ts';
import { domainValue, senderValue } from './decision.ts';

/** The user's own addresses in all accounts, and the domains of the user's organization. */
export type OwnSenders = { isOwnAddress: (email: string) => boolean; isOwnDomain: (domain: string) => boolean };

/** Reads the user's own senders. The domain of a public mail provider is not the user's own. */
export function ownSendersOf(db: ReadDb): OwnSenders {
  const own = db
    .all<{ email: string }>(sql`SELECT email FROM account_addresses`)
    .map(({ email }) => senderValue(email));
  const addresses = new Set(own);
  const hosts = own.map((email) => domainOfAddress(email)).filter((host) => !isPublicDomain(host));
  const organizations = [...new Set(hosts.map(organizationOf))];
  return {
    isOwnAddress: (email) => addresses.has(senderValue(email)),
    isOwnDomain(domain) {
      const host = domainValue(domain);
      return organizations.some((each) => host === each || host.endsWith(`.${each}`));
    },
  };
}

/** Whether a domain belongs to a public mail provider, where everyone can have an address. */
export function isPublicDomain(domain: string): boolean {
  return mailProviders.has(domainValue(domain)) || mailProviders.has(organizationOf(domain));
}

/** Whether an address is one of the user's own, in any account. */
export function isOwnAddress(db: ReadDb, email: string): boolean {
  return ownSendersOf(db).isOwnAddress(email);
}

function organizationOf(domain: string): string {
  const host = domainValue(domain);
  return domainPartsOf(host)?.domain ?? host;
}
