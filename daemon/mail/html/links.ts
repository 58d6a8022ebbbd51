import { parse } from 'tldts';

const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const maxTargetLength = 16_000;
const maxTitleLength = 200;

/**
 * The target of a link as a browser would request it (host names in ASCII); undefined if the target is invalid or not
 * allowed. Relative addresses have no target in a message; `#name` is a position in the message. Addresses of this
 * computer are refused, because programs on it, such as Posthorn's own bridge, may trust requests of its browser. User
 * names are removed, because "https://bank.com@evil.net" leads to evil.net.
 */
export function linkTarget(href: string): string | undefined {
  const address = href.trim();
  if (address.length > maxTargetLength) return undefined;
  if (address.startsWith('#')) return address;
  const url = URL.parse(address);
  if (!url || !schemes.has(url.protocol) || isOwnComputer(url.hostname)) return undefined;
  url.username = '';
  url.password = '';
  return url.href;
}

/** Whether the host of a parsed address is the computer it is opened on, as an address or as a name for it. */
function isOwnComputer(host: string): boolean {
  const name = host.replace(/\.+$/, '');
  return (
    /^(?:127\.\d+\.\d+\.\d+|0\.0\.0\.0)$/.test(name) ||
    /^\[::(?:1|ffff:7f[\da-f]{2}:[\da-f]+|ffff:0:0)?\]$/.test(name) ||
    /(?:^|\.)(?:localhost|localhost6?\.localdomain6?)$|^ip6-(?:localhost|loopback)$/.test(name)
  );
}

/** The target as text for a tooltip. */
export function linkTitle(target: string): string {
  return target.length > maxTitleLength ? `${target.slice(0, maxTitleLength)}…` : target;
}

const withPrivateSuffixes = { allowPrivateDomains: true };

/**
 * The domain of the organization that a host belongs to, by the public suffix list: `bank.co.uk` for
 * `www.bank.co.uk`, and `ada.github.io` for a site there, because anyone can have another. An IP address, or a name
 * without a suffix, is its own organization.
 */
export function organizationalDomainOf(host: string): string {
  const name = host.replace(/\.$/, '');
  return parse(name, withPrivateSuffixes).domain ?? name;
}

/** Whether the name of a host ends in a public suffix, so that text with it reads as an address. */
export function hasPublicSuffix(host: string): boolean {
  const { domain, isIcann, isPrivate } = parse(host, withPrivateSuffixes);
  return domain !== null && (isIcann === true || isPrivate === true);
}
