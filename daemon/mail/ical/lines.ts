/** Characters of one line, its folds taken out; a longer one, such as a picture, is left out. */
const longestLine = 100_000;
/** Lines of one calendar. What comes after them is left out. */
const mostLines = 20_000;

const property = /^[A-Za-z][A-Za-z0-9-]*(?:\.[A-Za-z][A-Za-z0-9-]*)?[:;]/;

/**
 * The content lines of a calendar (RFC 5545, section 3.1), however its lines end and whatever stands between them. A
 * line that is none belongs to a text whose writer forgot to fold it, and so goes to the line before.
 */
export function contentLines(text: string): string[] {
  const lines: string[] = [];
  let last = '';
  const close = () => {
    if (last !== '' && last.length <= longestLine) lines.push(last);
  };
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    if (lines.length >= mostLines) return lines;
    const isFolded = (line[0] === ' ' || line[0] === '\t') && last !== '';
    if (isFolded && !isOpening(line)) last += line.slice(1);
    else if (property.test(line.trimStart())) {
      close();
      last = repaired(line.trim());
    } else if (line.trim() !== '' && isText(last)) last += `\\n${line.trim()}`;
  }
  close();
  return lines;
}

/** Some writers indent what their components begin and end with. */
function isOpening(line: string): boolean {
  return /^\s*(BEGIN|END):V[A-Z]+\s*$/.test(line);
}

function isText(line: string): boolean {
  return /^(DESCRIPTION|SUMMARY|LOCATION|COMMENT)[:;]/i.test(line);
}

/** Some writers end the quotes of a zone after the time. */
function repaired(line: string): string {
  return line.replace(/^([A-Z-]+;TZID="[^"]{1,200}):(\d{8}T\d{6})"$/, '$1":$2');
}

/** A content line as it is written: no piece of it is longer than 75 octets (RFC 5545, section 3.1). */
export function foldLine(line: string): string {
  const pieces: string[] = [];
  let [piece, octets] = ['', 0];
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (octets + length > 75) {
      pieces.push(piece);
      // The space that a piece begins with counts.
      [piece, octets] = ['', 1];
    }
    piece += character;
    octets += length;
  }
  return [...pieces, piece].join('\r\n ');
}
