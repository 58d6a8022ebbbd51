/** Characters of a line after unfolding; a longer line, such as a picture, is dropped. */
const maxLineLength = 100_000;
/** Lines of a calendar. Further lines are dropped. */
const maxLines = 20_000;

const propertyPattern = /^[A-Za-z][A-Za-z0-9-]*(?:\.[A-Za-z][A-Za-z0-9-]*)?[:;]/;

/**
 * The content lines of a calendar (RFC 5545, section 3.1), with any line ends and any text between them. A line that
 * is not a content line belongs to a text that the writer did not fold, so it is appended to the line before.
 */
export function contentLines(text: string): string[] {
  const lines: string[] = [];
  let isText = false;
  for (const line of unfoldedLines(text)) {
    if (propertyPattern.test(line)) {
      if (lines.length >= maxLines) break;
      lines.push(repairZoneQuotes(line));
      isText = isTextProperty(line);
    } else if (isText) lines.push(`${lines.pop()}\\n${line}`);
  }
  return lines.filter(({ length }) => length <= maxLineLength);
}

/** The lines without white space around them. A line may be folded anywhere, also within its name and before a space. */
function* unfoldedLines(text: string): Generator<string> {
  let last = '';
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    const isFolded = (line[0] === ' ' || line[0] === '\t') && last !== '';
    if (isFolded && !isComponentBoundary(line)) last += line.slice(1);
    else if (line.trim() !== '') {
      if (last !== '') yield last.trim();
      last = line;
    }
  }
  if (last !== '') yield last.trim();
}

/** Some writers indent the BEGIN and END lines of components. */
function isComponentBoundary(line: string): boolean {
  return /^\s*(BEGIN|END):V[A-Z]+\s*$/.test(line);
}

function isTextProperty(line: string): boolean {
  return /^(DESCRIPTION|SUMMARY|LOCATION|COMMENT)[:;]/i.test(line);
}

/** Some writers close the quotes of a TZID after the time. */
function repairZoneQuotes(line: string): string {
  return line.replace(/^([A-Z-]+;TZID="[^"]{1,200}):(\d{8}T\d{6})"$/, '$1":$2');
}

/** Folds a content line so that no part is longer than 75 octets (RFC 5545, section 3.1). */
export function foldLine(line: string): string {
  const pieces: string[] = [];
  let [piece, octets] = ['', 0];
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (octets + length > 75) {
      pieces.push(piece);
      // The space at the beginning of a part counts.
      [piece, octets] = ['', 1];
    }
    piece += character;
    octets += length;
  }
  return [...pieces, piece].join('\r\n ');
}
