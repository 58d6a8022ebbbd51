import { attributionLines, introducesQuote } from './attributions.ts';
import { headerLines, separatorKind } from './forwards.ts';

type Introduction = {
  /** The kind of line: an attribution, the header of an earlier message, or the marker of a forwarded one. */
  kind: 'attribution' | 'header' | 'forward';
  lines: number;
};

/** The introduction of an earlier message, or a part of one, at a line that is not quoted itself. */
export function introductionAt(lines: readonly string[], at: number): Introduction | undefined {
  const line = lines[at] ?? '';
  const separator = separatorKind(line);
  if (separator) {
    const next = nextNonBlank(lines, at + 1);
    const header = headerLines(lines, next);
    return { kind: separator === 'forwarded' ? 'forward' : 'header', lines: header > 0 ? next + header - at : 1 };
  }
  const header = headerLines(lines, at);
  if (header > 0) return { kind: 'header', lines: header };
  const attribution = attributionLines(lines, at);
  if (attribution > 0) return { kind: 'attribution', lines: attribution };
  const isIntroduction = introducesQuote(line) && isQuoted(lines[nextNonBlank(lines, at + 1)] ?? '');
  return isIntroduction ? { kind: 'attribution', lines: 1 } : undefined;
}

export function isQuoted(line: string): boolean {
  return line.startsWith('>') || (line.startsWith(' ') && line.trimStart().startsWith('>'));
}

/** The first line from `from` on that is not blank. */
export function nextNonBlank(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && (lines[at] ?? '').trim() === '') at += 1;
  return at;
}
