import type { MisleadingLink } from './judgement.ts';

const most = 50;
const longestText = 200;

/** Links of safe HTML whose text is another host's address than the one they lead to, each once. */
export function misleadingLinks(html: string): MisleadingLink[] {
  const found = new Map<string, MisleadingLink>();
  for (const [, host = '', inside = ''] of html.matchAll(
    /<a [^>]*?data-link-mismatch="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g,
  )) {
    const text = textIn(inside).slice(0, longestText);
    found.set(`${text} ${host}`, { text, host });
    if (found.size === most) break;
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
