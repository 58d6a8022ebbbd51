import { mismatchedAddress } from '../html/link-text.ts';
import type { MisleadingLink } from './trust-assessment.ts';

const maxLinks = 50;
const maxTextLength = 200;

/**
 * Links of safe HTML whose text shows the address of another host than their target, without duplicates: the address that
 * is shown, and the real host.
 */
export function misleadingLinks(html: string): MisleadingLink[] {
  const found = new Map<string, MisleadingLink>();
  for (const [tag, host = '', content = ''] of html.matchAll(
    /<a [^>]*?data-link-mismatch="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g,
  )) {
    const text = textIn(content);
    const target = plain(/ href="([^"]*)"/.exec(tag)?.[1] ?? '');
    const shown = (mismatchedAddress(text, target)?.shown ?? text).slice(0, maxTextLength);
    found.set(`${shown} ${host}`, { text: shown, host });
    if (found.size === maxLinks) break;
  }
  return [...found.values()];
}

function textIn(html: string): string {
  const words = html.replace(/<img [^>]*?alt="([^"]*)"[^>]*>/g, ' $1 ').replace(/<[^>]*>/g, '');
  return plain(words)
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .trim();
}

function plain(escaped: string): string {
  return escaped.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
