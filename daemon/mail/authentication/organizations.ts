import { domainToASCII, domainToUnicode } from 'node:url';
import { parse } from 'tldts';

/** A domain in its displayed and its ASCII form; the two are equal without letters beyond ASCII. */
type ShownDomain = { readable: string; ascii: string };

export function shownDomain(domain: string): ShownDomain {
  const ascii = domainToASCII(domain) || domain;
  return { readable: domainToUnicode(ascii) || domain, ascii };
}

/** The registrable domain of a host, the label that its owner chose, and the public suffix. */
export function domainPartsOf(host: string): { domain: string; name: string; suffix: string } | undefined {
  const { domain, domainWithoutSuffix, publicSuffix, isIp } = parse(host, { allowPrivateDomains: true });
  if (isIp || !domain || !domainWithoutSuffix || !publicSuffix) return undefined;
  return { domain, name: domainWithoutSuffix, suffix: publicSuffix };
}

/** The domain of a mail address. */
export function domainOfAddress(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}
