import { skeletonOf } from './confusables.ts';
import { editDistance } from './edit-distance.ts';
import { baitWords } from './imitated-brands.ts';
import { wordsOf, type KnownDomain, type KnownSenders } from './known-senders.ts';
import { domainPartsOf, shownDomain } from './organizations.ts';

/** How a domain imitates another: it looks alike, is a typing error away, has added words, or has another ending. */
export type Imitation = { domain: string; kind: 'appearance' | 'typo' | 'words' | 'ending' };

/** Shorter names that are similar are usually different names. */
const minTypoLength = 5;
const minDoubleTypoLength = 10;
const minOtherSuffixLength = 8;
const minSameLookLength = 4;
const minWordLength = 5;
const minShortWordLength = 3;
const maxLabels = 12;

const isBait = new Set([...baitWords].map(skeletonOf));

/**
 * The known domain that a domain imitates; undefined if there is none. A domain that the user has written to imitates
 * nothing.
 */
export function imitatedDomain(host: string, senders: KnownSenders): Imitation | undefined {
  const { ascii } = shownDomain(host.slice(0, 253));
  const parts = domainPartsOf(ascii);
  if (!parts) return undefined;
  const own = senders.byDomain.get(parts.domain);
  if (own?.isWrittenTo || own?.isPublic) return undefined;
  const isImitable = (known: KnownDomain) => isBetterKnown(known, own);
  const name = shownDomain(parts.name).readable;
  const skeleton = skeletonOf(name);
  const sameLook = (senders.bySkeleton.get(skeleton) ?? []).filter(isImitable);
  const alike = sameLook.find((known) => known.name !== name && known.skeleton.length >= minSameLookLength);
  if (alike) return { domain: alike.domain, kind: 'appearance' };
  const used = domainsUsedIn(ascii, senders).find((known) => known.domain !== parts.domain && isImitable(known));
  if (used) return { domain: used.domain, kind: 'appearance' };
  const typo = typoOf({ name, skeleton, suffix: parts.suffix }, senders, isImitable);
  if (typo) return { domain: typo.domain, kind: 'typo' };
  const extended = domainInWords(name, senders, isImitable);
  if (extended) return { domain: extended.domain, kind: 'words' };
  const otherEnding = sameLook.find((known) => isOtherEnding(known, parts.suffix));
  return otherEnding && { domain: otherEnding.domain, kind: 'ending' };
}

/** The known domain whose name a displayed name consists of, alone or with words such as "support". */
export function domainNamedIn(displayName: string, host: string, senders: KnownSenders): string | undefined {
  const words = wordsOf(displayName).slice(0, maxLabels);
  const rest = words.filter((word) => !isBait.has(word) && word !== 'com');
  const [claimed = ''] = rest;
  if (rest.length !== 1 || claimed.length < minShortWordLength) return undefined;
  const own = domainPartsOf(shownDomain(host).ascii);
  if (!own || skeletonOf(shownDomain(own.domain).readable).includes(claimed)) return undefined;
  // A single word may be a first name, so it stands for a company only where it is one that frauds imitate.
  const isOfficial = words.length > 1 && claimed.length >= minWordLength;
  return senders.bySkeleton.get(claimed)?.find((known) => known.isBrand || (isOfficial && !known.isPublic))?.domain;
}

/** A domain that is only received from must be known much better than the one that is compared with it. */
function isBetterKnown(known: KnownDomain, own: KnownDomain | undefined): boolean {
  return known !== own && (known.isWrittenTo || known.isPublic || known.received > 3 * (own?.received ?? 0));
}

/** `example.org.login.test` and `example-org.test` look like example.org at a glance. */
function domainsUsedIn(host: string, senders: KnownSenders): KnownDomain[] {
  const words = host.split(/[.-]/).slice(-maxLabels);
  const runs = words.flatMap((_, from) =>
    words.slice(from + 1).map((__, length) => words.slice(from, from + length + 2).join('.')),
  );
  return runs.flatMap((run) => {
    const known = host.endsWith(run) ? undefined : senders.byDomain.get(run);
    // The short names of mail providers are parts of many names.
    return known && (known.isBrand || !known.isPublic || known.skeleton.length >= minWordLength) ? [known] : [];
  });
}

type Named = Pick<KnownDomain, 'name' | 'skeleton' | 'suffix'>;

/** One typing error, or two in a long name. Names with another ending must be long, because more of them exist. */
function typoOf(
  { name, skeleton, suffix }: Named,
  { bySkeletonLength }: KnownSenders,
  isImitable: (known: KnownDomain) => boolean,
): KnownDomain | undefined {
  if (skeleton.length < minTypoLength) return undefined;
  const most = skeleton.length >= minDoubleTypoLength ? 2 : 1;
  let nearest: { known: KnownDomain; distance: number } | undefined;
  for (let length = Math.max(minTypoLength, skeleton.length - most); length <= skeleton.length + most; length++) {
    for (const known of bySkeletonLength.get(length) ?? []) {
      const isSameSuffix = known.suffix === suffix;
      if (!isSameSuffix && Math.min(length, skeleton.length) < minOtherSuffixLength) continue;
      const allowed = isSameSuffix && Math.min(length, skeleton.length) >= minDoubleTypoLength ? 2 : 1;
      const distance = editDistance(skeleton, known.skeleton, allowed);
      if (!distance || distance >= (nearest?.distance ?? 3) || !isImitable(known)) continue;
      if (!differOnlyInDigits(name, known.name)) nearest = { known, distance };
    }
  }
  return nearest?.known;
}

/** Names that differ in a number, such as server6 and server8, are different names. */
function differOnlyInDigits(a: string, b: string): boolean {
  return a.replace(/\d/g, '') === b.replace(/\d/g, '');
}

/** `paypal-security.com` and `paypalsecurity.com`: a known name, and words that sound official. */
function domainInWords(
  name: string,
  { bySkeleton }: KnownSenders,
  isImitable: (known: KnownDomain) => boolean,
): KnownDomain | undefined {
  const words = name.split(/[-_]/).map(skeletonOf).slice(0, maxLabels);
  const find = (word: string) => {
    const isLong = word.length >= minWordLength;
    return bySkeleton.get(word)?.find((known) => (known.isBrand || (isLong && !known.isPublic)) && isImitable(known));
  };
  if (words.length > 1) {
    const others = words.filter((word) => !isBait.has(word) && !/^[\di]*$/.test(word));
    return others.length === 1 ? find(others[0]!) : undefined;
  }
  const [word = ''] = words;
  for (let at = 3; at <= word.length - 2; at++) {
    const [start, end] = [word.slice(0, at), word.slice(at)];
    const known = (isBait.has(end) && find(start)) || (isBait.has(start) && find(end));
    if (known && known.skeleton.length >= minWordLength) return known;
  }
  return undefined;
}

function isOtherEnding({ skeleton, suffix, isWrittenTo, isPublic }: KnownDomain, ownSuffix: string): boolean {
  return suffix !== ownSuffix && skeleton.length >= minWordLength && (isWrittenTo || isPublic);
}
