import { contentFlags } from '../messages/content-flags.ts';

const maxLinks = 500;
const maxLinkLength = 2_000;

/** Newsletters have at least this many links, and fewer words per link than this. */
const minHeavyLinks = 10;
const maxHeavyWordsPerLink = 50;

/** Unsubscribe and preference links, tracking pixels, vocabulary names: not links that a reader follows. */
const listManagementPattern =
  /unsubscri|opt-?out|preferences|listinfo|mailman|email-?settings|notification-?settings|manage[-_/]?(?:your)?[-_/]?(?:sub|email|pref)|abmeld|desabonn|désabonn|abbestell|disiscri|cancelar|\/(?:pixel|open|beacon|spacer)\b[^/]*$/;
const vocabularyHosts = new Set([
  'www.w3.org',
  'w3.org',
  'schemas.microsoft.com',
  'schemas.openxmlformats.org',
  'purl.org',
  'ns.adobe.com',
]);

/**
 * Bits of `content_flags` for the links of a message. In HTML only link targets count, in text addresses; the first 500
 * of each. `LINK_HEAVY` means ten links or more with fewer than fifty words per link.
 */
export function linkContentFlags({ text, html }: { text: string; html: string | undefined }): number {
  const inText = linksOfText(text);
  const inHtml = html ? linksOfHtml(html) : [];
  let found = 0;
  for (const links of [inText, inHtml]) for (const link of links) found |= contentFlagsOf(link.toLowerCase());
  const count = Math.max(inText.length, inHtml.length);
  if (count >= minHeavyLinks && hasFewerWords(text, count * maxHeavyWordsPerLink)) found |= contentFlags.LINK_HEAVY;
  return found;
}

function linksOfText(text: string): string[] {
  const links: string[] = [];
  for (let at = text.indexOf('http'); at >= 0 && links.length < maxLinks; at = text.indexOf('http', at)) {
    const secure = text.charCodeAt(at + 4) === 115 ? 1 : 0;
    const link = text.startsWith('://', at + 4 + secure) ? linkAt(text, at) : '';
    if (link !== '') links.push(link);
    at += Math.max(link.length, 4);
  }
  return links;
}

const linkAt = (text: string, at: number) => /^[^\s<>"')\]]*/.exec(text.slice(at, at + maxLinkLength))?.[0] ?? '';

function linksOfHtml(html: string): string[] {
  const links: string[] = [];
  const target = /\bhref\s{0,9}=\s{0,9}["']?\s{0,9}(https?:\/\/[^"'\s>]{1,2000})/gi;
  for (let match = target.exec(html); match && links.length < maxLinks; match = target.exec(html))
    links.push(match[1] ?? '');
  return links;
}

function contentFlagsOf(link: string): number {
  const address = unwrapLink(link) ?? link;
  const from = address.indexOf('://') + 3;
  const host = /^[^/?#:]*/.exec(address.slice(from))?.[0] ?? '';
  if (!host.includes('.') || vocabularyHosts.has(host) || listManagementPattern.test(address)) return 0;
  return contentFlags.LINK | siteFlags(host, address.slice(from + host.length));
}

/** The address inside a link that a mail gateway or Google rewrote. */
function unwrapLink(link: string): string | undefined {
  if (!link.includes('safelinks.protection.outlook.com/') && !link.includes('google.com/url?')) return undefined;
  const inner = /[?&;](?:url|q)=(https?(?::|%3a)[^&]+)/.exec(link)?.[1];
  return inner?.replace(/%3a/g, ':').replace(/%2f/g, '/').replace(/%3f/g, '?').replace(/%3d/g, '=');
}

function siteFlags(host: string, path: string): number {
  const site = host.replace(/^(?:www|m)\./, '');
  if (site === 'docs.google.com') return typeInDocs(path);
  if (site === 'youtube.com' || site === 'youtu.be' || site === 'youtube-nocookie.com') return contentFlags.YOUTUBE;
  if (site.endsWith('.sharepoint.com')) return contentFlags.DRIVE | typeInSharePoint(path);
  if (
    /^(?:drive\.google\.com|onedrive\.live\.com|1drv\.ms|dropbox\.com|(?:.+\.)?dropboxusercontent\.com|db\.tt)$/.test(
      site,
    )
  )
    return contentFlags.DRIVE;
  return 0;
}

function typeInDocs(path: string): number {
  if (path.startsWith('/document')) return contentFlags.DOCUMENT;
  if (path.startsWith('/spreadsheets')) return contentFlags.SPREADSHEET;
  return path.startsWith('/presentation') ? contentFlags.PRESENTATION : 0;
}

function typeInSharePoint(path: string): number {
  if (path.startsWith('/:w:')) return contentFlags.DOCUMENT;
  if (path.startsWith('/:x:')) return contentFlags.SPREADSHEET;
  return path.startsWith('/:p:') ? contentFlags.PRESENTATION : 0;
}

function hasFewerWords(text: string, limit: number): boolean {
  let words = 0;
  for (let at = text.indexOf(' '); at >= 0 && words < limit; at = text.indexOf(' ', at + 1)) words += 1;
  return words < limit;
}
