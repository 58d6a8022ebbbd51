const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const maxTargetLength = 16_000;
const maxTitleLength = 200;

/**
 * The target of a link as a browser would request it (host names in ASCII); undefined if the target is invalid or not
 * allowed. Relative addresses have no target in a message; `#name` is a position in the message.
 */
export function linkTarget(href: string): string | undefined {
  const address = href.trim();
  if (address.length > maxTargetLength) return undefined;
  if (address.startsWith('#')) return address;
  const url = URL.parse(address);
  return url && schemes.has(url.protocol) ? url.href : undefined;
}

/** The target as text for a tooltip. */
export function linkTitle(target: string): string {
  return target.length > maxTitleLength ? `${target.slice(0, maxTitleLength)}…` : target;
}

/** Top-level domains that are not also file extensions or product names: "README.md" and "Node.js" are words. */
const topLevelDomains =
  'com|org|net|edu|gov|mil|int|info|biz|app|bank|shop|online|site|eu|uk|us|ca|au|nz|de|at|ch|fr|it|es|pt|nl|be|dk|se|no|fi|ie|cz|gr|hu|ro|bg|ru|ua|tr|il|in|jp|cn|kr|br|mx|ar|za';
const addressPattern = new RegExp(
  `^(?:https?://\\S+|www\\.[^\\s/?#]+\\.[^\\s/?#]+(?:[/?#]\\S*)?|(?:[\\p{L}\\d-]+\\.)+(?:${topLevelDomains})(?::\\d+)?(?:[/?#]\\S*)?)$`,
  'iu',
);

/**
 * The real target host of a link, if the link text is itself an address of another organization's host. Hosts of the
 * same domain belong together; the domain is the last two labels, or three under suffixes such as "co.uk".
 */
export function mismatchedHost(text: string, target: string): string | undefined {
  const shown = text.replace(/[\p{Cf}\p{Cc}]/gu, '').trim();
  if (!/^https?:/.test(target) || !addressPattern.test(shown)) return undefined;
  const claimed = URL.parse(/^https?:/i.test(shown) ? shown : `https://${shown}`)?.hostname;
  const real = URL.parse(target)?.hostname;
  if (!claimed || !real || organizationalDomainOf(claimed) === organizationalDomainOf(real)) return undefined;
  return real;
}

/** The organizational domain of a host: its last two labels, or three under suffixes such as "co.uk". */
export function organizationalDomainOf(host: string): string {
  if (/^[\d.]+$|^\[/.test(host)) return host;
  const labels = host.replace(/\.$/, '').split('.');
  const [second = '', top = ''] = labels.slice(-2);
  const isShared = top.length === 2 && /^(com?|org|net|gov|edu|ac|govt|ne|or|go)$/.test(second);
  return labels.slice(isShared ? -3 : -2).join('.');
}
