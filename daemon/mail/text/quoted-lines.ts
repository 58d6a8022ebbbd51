/** Columns of the indentation by which some programs mark quoted lines. Titles are indented further. */
const maxMargin = 8;
const maxParagraphLines = 200;
/** Programs wrap lines at 72 to 80 characters. */
const minWrappedLength = 72;
const maxWrappedLength = 82;
const maxRestLength = 50;

/** Whether a line is marked as quoted. */
export function isQuoted(line: string): boolean {
  return line.startsWith('>') || (line.startsWith(' ') && line.trimStart().startsWith('>'));
}

export function isIndented(line: string): boolean {
  return /^(?: {4}|\t)\s*\S/.test(line);
}

/** The first line from `from` on that is not blank. */
export function nextNonBlank(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && (lines[at] ?? '').trim() === '') at += 1;
  return at;
}

/**
 * The end of the indented quote that begins at `at`; `at` itself if no quote is indented there: a title is indented
 * further, and of a paragraph only the first line.
 */
export function endOfIndentedQuote(lines: readonly string[], at: number): number {
  if (columnsBefore(lines[at] ?? '') > maxMargin) return at;
  for (let line = at; line < at + maxParagraphLines && (lines[line] ?? '').trim() !== ''; line += 1)
    if (!isIndented(lines[line] ?? '')) return at;
  let end = at;
  while (end < lines.length && (isIndented(lines[end] ?? '') || (lines[end] ?? '').trim() === '')) end += 1;
  return end;
}

function columnsBefore(line: string): number {
  const space = /^[ \t]*/.exec(line)?.[0] ?? '';
  return space.replaceAll('\t', '        ').length;
}

/**
 * The rest of a quoted line that a program wrapped without repeating the marker: it stands alone between quoted lines, and
 * its first word did not fit into the line above. A complete sentence is more likely an answer.
 */
export function isRestOfQuotedLine(lines: readonly string[], at: number): boolean {
  const below = lines[at + 1] ?? '';
  if (!isQuoted(lines[at - 1] ?? '') || !isQuoted(below) || !/^\S/.test(lines[at] ?? '')) return false;
  const above = (lines[at - 1] ?? '').trimEnd();
  const line = (lines[at] ?? '').trimEnd();
  if (above.length > maxWrappedLength || line.length > maxRestLength || line.length >= above.length) return false;
  const firstWord = /^\S+/.exec(line)?.[0].length ?? 0;
  const quoted = contentOf(above);
  if (above.length + 1 + firstWord < minWrappedLength || codePattern.test(quoted)) return false;
  if (/^[\p{Ll}\d(]/u.test(contentOf(below))) return true;
  if (answerPattern.test(line) || /[?!:]["'”’)]?$/.test(quoted)) return false;
  return /\.["'”’)]?$/.test(quoted) ? /^\p{Ll}/u.test(line) && !clausePattern.test(line) : !sentencePattern.test(line);
}

/** A quoted line of a patch or a program: answers to it stand below it without a blank line. */
const codePattern = /^[+-]|[{}]$|\);$/;
const sentencePattern = /^\p{Lu}\S*\s.*[.!?]$/u;
const answerPattern =
  /^(?:y(?:es|ep|eah)?|no(?:pe|t)?|ok(?:ay)?|sure|agreed?|ack(?:ed)?|nack|done|fixed|right|exactly|true|correct|thanks|\+1|ja|nein|oui|non)(?![\p{L}\d])/iu;
/** The beginnings of short answers in lower case. */
const clausePattern =
  /^(?:i|we|you|he|she|it|they|this|that|these|those|there|here|why|what|how|when|where|who|which|please|pls|me|same|sounds?|good|great|nice|cool|fine|lol|hm+|well|will|would|can|could|should|shall|do|does|did|is|are|was|were|think|maybe|perhaps|probably|but|and|so|or|if|actually|indeed|of|never|see|let'?s?|my|your|our|works?|looks?|seems?|makes?|already|also|only|then|ich|wir|das|es|ist|je|c'est|on|ça)(?![\p{L}\d])/iu;

const contentOf = (line: string) => line.replace(/^[\s>]+/, '');
