import { imitatedBrands } from './imitated-brands.ts';
import { skeletonOf } from './confusables.ts';
import { domainPartsOf, shownDomain } from './organizations.ts';
import { mailProviders } from '../safety-check/mail-providers.ts';

/** A correspondent, with the numbers of messages that were sent to it and that name it as their sender. */
export type Correspondent = {
  email: string;
  name: string | null;
  name_by_owner: string | null;
  sent: number;
  received: number;
};

/** A registrable domain that a fraud may imitate. `name` and `suffix` are as displayed, `skeleton` is that of the name. */
export type KnownDomain = {
  domain: string;
  name: string;
  suffix: string;
  skeleton: string;
  /** The user has written there, or it belongs to the user. */
  isWrittenTo: boolean;
  /** A public mail provider, or a company that frauds imitate: known whatever mail there is. */
  isPublic: boolean;
  isBrand: boolean;
  received: number;
};

/** What is known about the user's correspondents, in the forms in which a new sender is compared with them. */
export type KnownSenders = {
  byDomain: ReadonlyMap<string, KnownDomain>;
  bySkeleton: ReadonlyMap<string, readonly KnownDomain[]>;
  bySkeletonLength: ReadonlyMap<number, readonly KnownDomain[]>;
  /** Addresses the user has written to, by the key of their names; the one written to most comes first. */
  byName: ReadonlyMap<string, readonly string[]>;
};

/** Fewer messages do not make a domain known enough to be imitated. */
const minReceived = 3;

export function knownSendersOf(correspondents: readonly Correspondent[], ownDomains: Iterable<string>): KnownSenders {
  const domains = new Map<string, KnownDomain>();
  const add = (host: string, seen: Partial<Pick<KnownDomain, 'isWrittenTo' | 'isPublic' | 'isBrand' | 'received'>>) => {
    const known = domains.get(host) ?? newDomain(host);
    if (!known) return;
    const shared = domains.get(known.domain) ?? known;
    shared.isWrittenTo ||= seen.isWrittenTo ?? false;
    shared.isPublic ||= seen.isPublic ?? false;
    shared.isBrand ||= seen.isBrand ?? false;
    shared.received += seen.received ?? 0;
    domains.set(known.domain, shared);
    domains.set(host, shared);
  };
  for (const host of mailProviders) add(host, { isPublic: true });
  for (const host of imitatedBrands) add(host, { isPublic: true, isBrand: true });
  for (const host of ownDomains) add(host, { isWrittenTo: true });
  for (const { email, sent, received } of correspondents)
    add(email.slice(email.lastIndexOf('@') + 1), { isWrittenTo: sent > 0, received });
  const comparable = [...new Set(domains.values())].filter(
    ({ isWrittenTo, isPublic, received }) => isWrittenTo || isPublic || received >= minReceived,
  );
  return {
    byDomain: new Map([...new Set(domains.values())].map((known) => [known.domain, known])),
    bySkeleton: Map.groupBy(comparable, ({ skeleton }) => skeleton),
    bySkeletonLength: Map.groupBy(comparable, ({ skeleton }) => skeleton.length),
    byName: addressesByName(correspondents),
  };
}

function newDomain(host: string): KnownDomain | undefined {
  const parts = domainPartsOf(shownDomain(host).ascii);
  if (!parts) return undefined;
  const name = shownDomain(parts.name).readable;
  const seen = { isWrittenTo: false, isPublic: false, isBrand: false, received: 0 };
  return { ...parts, name, skeleton: skeletonOf(name), ...seen };
}

function addressesByName(correspondents: readonly Correspondent[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { email, name, name_by_owner } of correspondents
    .filter(({ sent }) => sent > 0)
    .toSorted((a, b) => b.sent - a.sent)) {
    for (const key of new Set([nameKeyOf(name), nameKeyOf(name_by_owner)])) {
      if (key === undefined) continue;
      const addresses = found.get(key);
      if (addresses) addresses.push(email);
      else found.set(key, [email]);
    }
  }
  return found;
}

/**
 * A form of a person's name that is equal for names that look alike, in any order of their words. A single word is too
 * common to identify a person.
 */
export function nameKeyOf(name: string | null): string | undefined {
  const words = wordsOf(name ?? '');
  return words.length > 1 ? words.toSorted().join(' ') : undefined;
}

/** The words of a displayed name, each as its skeleton. */
export function wordsOf(name: string): string[] {
  return name
    .split(/[^\p{L}\p{N}\p{M}\p{Cf}@$!|]+/u)
    .map(skeletonOf)
    .filter((word) => word !== '');
}
