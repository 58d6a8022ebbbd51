const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const maxTargetLength = 16_000;
const maxTitleLength = 200;

/**
 * Where a link really leads, written as a browser would ask for it (host names in ASCII); undefined where it leads nowhere
 * or must not be followed. Relative addresses lead nowhere in a mail; `#name` leads to a place in the message.
 */
export function linkTarget(href: string): string | undefined {
  const address = href.trim();
  if (address.length > maxTargetLength) return undefined;
  if (address.startsWith('#')) return address;
  const url = URL.parse(address);
  return url && schemes.has(url.protocol) ? url.href : undefined;
}

/** The target as words for a tooltip. */
export function linkTitle(target: string): string {
  return target.length > maxTitleLength ? `${target.slice(0, maxTitleLength)}…` : target;
}

/** Endings of domain names that are no endings of file names or products: "README.md" and "Node.js" are words. */
const topLevelDomains =
  'com|org|net|edu|gov|mil|int|info|biz|app|bank|shop|online|site|eu|uk|us|ca|au|nz|de|at|ch|fr|it|es|pt|nl|be|dk|se|no|fi|ie|cz|gr|hu|ro|bg|ru|ua|tr|il|in|jp|cn|kr|br|mx|ar|za';
const addressPattern = new RegExp(
  `^(?:https?://\\S+|www\\.[^\\s/?#]+\\.[^\\s/?#]+(?:[/?#]\\S*)?|(?:[\\p{L}\\d-]+\\.)+(?:${topLevelDomains})(?::\\d+)?(?:[/?#]\\S*)?)$`,
  'iu',
);

/**
 * The host a link really leads to, where its text is itself an address of somebody else's host. Two hosts of one
 * domain are one party; the domain is taken to be the last two labels, or three under endings such as "co.uk".
 */
export function mismatchedHost(text: string, target: string): string | undefined {
  const shown = text.replace(/[\p{Cf}\p{Cc}]/gu, '').trim();
  if (!/^https?:/.test(target) || !addressPattern.test(shown)) return undefined;
  const claimed = URL.parse(/^https?:/i.test(shown) ? shown : `https://${shown}`)?.hostname;
  const real = URL.parse(target)?.hostname;
  if (!claimed || !real || organizationalDomainOf(claimed) === organizationalDomainOf(real)) return undefined;
  return real;
}

/** The domain whose owner answers for a host: its last two labels, or three under endings such as "co.uk". */
export function organizationalDomainOf(host: string): string {
  if (/^[\d.]+$|^\[/.test(host)) return host;
  const labels = host.replace(/\.$/, '').split('.');
  const [second = '', top = ''] = labels.slice(-2);
  const isShared = top.length === 2 && /^(com?|org|net|gov|edu|ac|govt|ne|or|go)$/.test(second);
  return labels.slice(isShared ? -3 : -2).join('.');
}
