import { attributionLines, quoteIntroductionLines } from './attributions.ts';
import { headerLines, separatorKind } from './forwards.ts';
import { nextNonBlank } from './quoted-lines.ts';

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
  const attribution = attributionLines(lines, at) || quoteIntroductionLines(lines, at);
  return attribution > 0 ? { kind: 'attribution', lines: attribution } : undefined;
}
