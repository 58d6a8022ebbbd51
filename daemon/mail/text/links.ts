import { traits } from '../traits.ts';

const mostLinks = 500;
const longestLink = 2_000;

/** Newsletters have at least so many links, and fewer words to each than this. */
const heavyLinks = 10;
const heavyWordsPerLink = 50;

/** Ways to leave a list or to set it up, marks of senders, names of vocabularies: nothing one would be sent to. */
const aboutTheMail =
  /unsubscri|opt-?out|preferences|listinfo|mailman|email-?settings|notification-?settings|manage[-_/]?(?:your)?[-_/]?(?:sub|email|pref)|abmeld|desabonn|désabonn|abbestell|disiscri|cancelar|\/(?:pixel|open|beacon|spacer)\b[^/]*$/;
const vocabularies = new Set([
  'www.w3.org',
  'w3.org',
  'schemas.microsoft.com',
  'schemas.openxmlformats.org',
  'purl.org',
  'ns.adobe.com',
]);

/**
 * Bits of `traits` for where a message's links lead. The HTML is looked at for the targets of links alone, the text for
 * addresses; the first 500 of each count. `LINK_HEAVY` is ten links or more with fewer than fifty words to each.
 */
export function linkTraits({ text, html }: { text: string; html: string | undefined }): number {
  const inText = linksOfText(text);
  const inHtml = html ? linksOfHtml(html) : [];
  let found = 0;
  for (const links of [inText, inHtml]) for (const link of links) found |= traitsOf(link.toLowerCase());
  const count = Math.max(inText.length, inHtml.length);
  if (count >= heavyLinks && hasFewerWords(text, count * heavyWordsPerLink)) found |= traits.LINK_HEAVY;
  return found;
}

function linksOfText(text: string): string[] {
  const links: string[] = [];
  for (let at = text.indexOf('http'); at >= 0 && links.length < mostLinks; at = text.indexOf('http', at)) {
    const secure = text.charCodeAt(at + 4) === 115 ? 1 : 0;
    const link = text.startsWith('://', at + 4 + secure) ? linkAt(text, at) : '';
    if (link !== '') links.push(link);
    at += Math.max(link.length, 4);
  }
  return links;
}

const linkAt = (text: string, at: number) => /^[^\s<>"')\]]*/.exec(text.slice(at, at + longestLink))?.[0] ?? '';

function linksOfHtml(html: string): string[] {
  const links: string[] = [];
  const target = /\bhref\s{0,9}=\s{0,9}["']?\s{0,9}(https?:\/\/[^"'\s>]{1,2000})/gi;
  for (let match = target.exec(html); match && links.length < mostLinks; match = target.exec(html))
    links.push(match[1] ?? '');
  return links;
}

function traitsOf(link: string): number {
  const address = wrappedIn(link) ?? link;
  const from = address.indexOf('://') + 3;
  const host = /^[^/?#:]*/.exec(address.slice(from))?.[0] ?? '';
  if (!host.includes('.') || vocabularies.has(host) || aboutTheMail.test(address)) return 0;
  return traits.LINK | placeOf(host, address.slice(from + host.length));
}

/** The address inside a link that a mail gateway or Google rewrote. */
function wrappedIn(link: string): string | undefined {
  if (!link.includes('safelinks.protection.outlook.com/') && !link.includes('google.com/url?')) return undefined;
  const inner = /[?&;](?:url|q)=(https?(?::|%3a)[^&]+)/.exec(link)?.[1];
  return inner?.replace(/%3a/g, ':').replace(/%2f/g, '/').replace(/%3f/g, '?').replace(/%3d/g, '=');
}

function placeOf(host: string, path: string): number {
  const site = host.replace(/^(?:www|m)\./, '');
  if (site === 'docs.google.com') return typeInDocs(path);
  if (site === 'youtube.com' || site === 'youtu.be' || site === 'youtube-nocookie.com') return traits.YOUTUBE;
  if (site.endsWith('.sharepoint.com')) return traits.DRIVE | typeInSharePoint(path);
  if (
    /^(?:drive\.google\.com|onedrive\.live\.com|1drv\.ms|dropbox\.com|(?:.+\.)?dropboxusercontent\.com|db\.tt)$/.test(
      site,
    )
  )
    return traits.DRIVE;
  return 0;
}

function typeInDocs(path: string): number {
  if (path.startsWith('/document')) return traits.DOCUMENT;
  if (path.startsWith('/spreadsheets')) return traits.SPREADSHEET;
  return path.startsWith('/presentation') ? traits.PRESENTATION : 0;
}

function typeInSharePoint(path: string): number {
  if (path.startsWith('/:w:')) return traits.DOCUMENT;
  if (path.startsWith('/:x:')) return traits.SPREADSHEET;
  return path.startsWith('/:p:') ? traits.PRESENTATION : 0;
}

function hasFewerWords(text: string, most: number): boolean {
  let words = 0;
  for (let at = text.indexOf(' '); at >= 0 && words < most; at = text.indexOf(' ', at + 1)) words += 1;
  return words < most;
}
