import { isOwnAddress } from './own-address.ts';
import { withoutTracking } from './tracking-parameters.ts';

/** How links of messages are followed: `describeRemoved` is set if parameters that only track are removed. */
export type LinkOptions = { describeRemoved?: ((count: number) => string) | undefined };

const tagPattern = /<(?:a|area) [^<>]*>/g;
const hrefPattern = / href="(https?:[^"]*)"(?: title="[^"]*")?/;
const maxTitleLength = 200;

/**
 * Sanitized HTML whose links are followed as the options say. Links to this page lose their target. A link without its
 * tracking parameters has their description in `data-removed`.
 */
export function withMessageLinks(html: string, { describeRemoved }: LinkOptions): string {
  return html.replace(tagPattern, (tag) =>
    tag.replace(hrefPattern, (found, escaped: string) => {
      const sent = unescaped(escaped);
      if (isOwnAddress(sent)) return '';
      const { address, removed } = withoutTracking(sent);
      if (!describeRemoved || removed.length === 0) return found;
      const title = address.length > maxTitleLength ? `${address.slice(0, maxTitleLength)}…` : address;
      return ` href="${escape(address)}" title="${escape(title)}" data-removed="${escape(describeRemoved(removed.length))}"`;
    }),
  );
}

/** The addresses of the web links of sanitized HTML, in order. */
export function linksIn(html: string): string[] {
  return [...html.matchAll(tagPattern)].flatMap(([tag]) => {
    const escaped = hrefPattern.exec(tag)?.[1];
    return escaped === undefined ? [] : [unescaped(escaped)];
  });
}

/** How many parameters that only track these addresses have, and how many of the addresses have any. */
export function trackingIn(addresses: readonly string[]): { parameters: number; links: number } {
  const counts = addresses.map((address) => withoutTracking(address).removed.length).filter((count) => count > 0);
  return { parameters: counts.reduce((sum, count) => sum + count, 0), links: counts.length };
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
