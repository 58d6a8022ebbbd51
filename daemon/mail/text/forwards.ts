import {
  alternatives,
  attributionVerbs,
  beginForwarded,
  forwardedMessage,
  headerLabels,
  originalMessage,
} from './mail-phrases.ts';

const dashes = '[-_–—=*~]{2,}';
const originalPattern = new RegExp(`^\\s*${dashes}\\s*${alternatives(originalMessage)}\\s*${dashes}`, 'iu');
const forwardedPattern = new RegExp(`^\\s*${dashes}\\s*${alternatives(forwardedMessage)}\\s*[:：]?\\s*${dashes}`, 'iu');
const beginForwardedPattern = new RegExp(`^\\s*${alternatives(beginForwarded)}\\s*[:：]\\s*$`, 'iu');
const rulerPattern = /^\s*[-_–—=*]{3,}\s*$/;

/** What follows a separator line: an answered message, or a forwarded one. */
export function separatorKind(line: string): 'original' | 'forwarded' | undefined {
  if (line.length > 200) return undefined;
  const code = line.trimStart().charCodeAt(0);
  if (isDash(code))
    return originalPattern.test(line) || dashedAttributionPattern.test(line)
      ? 'original'
      : forwardedPattern.test(line)
        ? 'forwarded'
        : undefined;
  const last = line.trimEnd();
  return (last.endsWith(':') || last.endsWith('：')) && beginForwardedPattern.test(last) ? 'forwarded' : undefined;
}

const isDash = (code: number) =>
  code === 45 || code === 95 || code === 61 || code === 42 || code === 126 || code === 0x2013 || code === 0x2014;

/** A rule, such as the line above an answered message. */
export function isRuler(line: string): boolean {
  return isDash(line.trimStart().charCodeAt(0)) && rulerPattern.test(line);
}

type Label = keyof typeof headerLabels;

const roleByLabel = new Map(
  (Object.keys(headerLabels) as Label[]).flatMap((role) =>
    headerLabels[role]
      .split(/\s*\n\s*/)
      .join('')
      .split('|')
      .map((label) => [label, role] as const),
  ),
);
const labelPattern = /^[\s*_>]{0,12}([\p{L}\p{M}][\p{L}\p{M} '-]{0,24}?)[\s*_]{0,3}[:：]/u;
const maxLines = 14;
/** The first line of the header that Lotus Notes writes: a name and a time, with neither labels nor a verb. */
const nameAndTimePattern =
  /^\s*"?\p{L}[^:?!]{1,100}\s(?:on\s)?\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\s+\d{1,2}:\d\d(?::\d\d)?(?:\s*[AP]M)?(?:\s+[A-Z]{2,4})?\s*$/u;
/** The line above it, or above labels: `-----Ada Byron/Engines wrote: -----`. */
const dashedAttributionPattern = new RegExp(
  `^\\s*-{4,}[^-:]{1,80}\\s${alternatives(attributionVerbs)}\\s*:?\\s*-{4,}\\s*$`,
  'iu',
);

/**
 * The number of lines from `at` on that form the header of an earlier message as programs write it into the text,
 * `From: … Sent: … To: … Subject: …` in some thirty languages; 0 if they do not. It has a sender and two other fields;
 * lines may be wrapped, and one line may be blank.
 */
export function headerLines(lines: readonly string[], at: number): number {
  const isNamed = isNameAndTime(lines, at);
  if (!isNamed && !roleOf(lines[at] ?? '')) return 0;
  const found = new Set<Label>(isNamed ? ['from'] : []);
  let end = at;
  let unlabelled = 0;
  for (let line = at; line < lines.length && line < at + maxLines; line += 1) {
    const role = roleOf(lines[line] ?? '');
    if (role && !(found.has(role) && role === 'from')) {
      found.add(role);
      end = line + 1;
      unlabelled = 0;
    } else if (found.has('subject') || ++unlabelled > 2) break;
  }
  return found.has('from') && found.size >= 3 ? end - at : 0;
}

/** Whether a line is a name and a time above the field `To:`. */
function isNameAndTime(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  if (line.length > 160 || !line.includes(':') || !/[\dA-Z]\s*$/.test(line) || !nameAndTimePattern.test(line))
    return false;
  const next = lines.slice(at + 1, at + 4).find((each) => each.trim() !== '');
  return next !== undefined && roleOf(next) === 'to';
}

function roleOf(line: string): Label | undefined {
  const start = line.slice(0, 48);
  if (!start.includes(':') && !start.includes('：')) return undefined;
  const label = labelPattern.exec(start)?.[1];
  return label === undefined ? undefined : roleByLabel.get(label.toLowerCase());
}
