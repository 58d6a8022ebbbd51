import type { MisleadingLink } from './trust-assessment.ts';

const maxLinks = 50;
const maxTextLength = 200;

/** Links of safe HTML whose text shows the address of another host than their target, without duplicates. */
export function misleadingLinks(html: string): MisleadingLink[] {
  const found = new Map<string, MisleadingLink>();
  for (const [, host = '', content = ''] of html.matchAll(
    /<a [^>]*?data-link-mismatch="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g,
  )) {
    const text = textIn(content).slice(0, maxTextLength);
    found.set(`${text} ${host}`, { text, host });
    if (found.size === maxLinks) break;
  }
  return [...found.values()];
}

function textIn(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .trim();
}
