/** A run of text, or a link: `text` is shown, `target` is its address (http, https or mailto only). */
type Run = { text: string; target?: string };

const candidates = /\bhttps?:\/\/[^\s<>"“”]+|\bwww\.[^\s<>"“”]+\.[^\s<>"“”]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/giu;

/** Finds links in plain text. Punctuation of the sentence is not part of a link. */
export function linkRuns(text: string): Run[] {
  const runs: Run[] = [];
  let end = 0;
  for (const match of text.matchAll(candidates)) {
    const shown = withoutTail(match[0]);
    const target = targetOf(shown);
    if (!target) continue;
    if (match.index > end) runs.push({ text: text.slice(end, match.index) });
    runs.push({ text: shown, target });
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
  if (/^https?:/i.test(shown)) return URL.canParse(shown) ? shown : undefined;
  if (/^www\./i.test(shown)) return URL.canParse(`https://${shown}`) ? `https://${shown}` : undefined;
  return `mailto:${shown}`;
}
