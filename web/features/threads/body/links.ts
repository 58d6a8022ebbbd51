import { isOwnAddress } from '../../../data/links/own-address.ts';

/** A run of text, or a link: `text` is shown, `target` is its address (http, https or mailto only). */
type Run = { text: string; target?: string };

/** Characters without a shape that change the order of letters, and could turn an address into another. */
const overrides = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const candidates = /\bhttps?:\/\/[^\s<>"“”]+|\bwww\.[^\s<>"“”]+\.[^\s<>"“”]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/giu;

/** Finds links in plain text. Punctuation of the sentence is not part of a link. */
export function linkRuns(text: string): Run[] {
  const runs: Run[] = [];
  let end = 0;
  for (const match of text.matchAll(candidates)) {
    const shown = withoutTail(match[0]);
    const plain = shown.replace(overrides, '');
    const target = targetOf(plain);
    if (!target || isOwnAddress(target)) continue;
    if (match.index > end) runs.push({ text: text.slice(end, match.index) });
    runs.push({ text: plain, target });
    end = match.index + shown.length;
  }
  if (end < text.length) runs.push({ text: text.slice(end) });
  return runs;
}

function withoutTail(found: string): string {
  const trimmed = found.replace(/[.,;:!?'’*_]+$/u, '');
  const isUnopened = trimmed.endsWith(')') && !trimmed.includes('(');
  return isUnopened ? withoutTail(trimmed.slice(0, -1)) : trimmed;
}

function targetOf(shown: string): string | undefined {
  if (/^https?:/i.test(shown)) return URL.canParse(shown) ? withoutUser(shown) : undefined;
  if (/^www\./i.test(shown)) return URL.canParse(`https://${shown}`) ? `https://${shown}` : undefined;
  return `mailto:${shown}`;
}

/** A user name before the host can read as a host: "https://bank.com@evil.net" leads to evil.net. */
function withoutUser(address: string): string {
  return address.replace(/^(https?:[\\/]*)[^\\/?#]*@/i, '$1');
}
