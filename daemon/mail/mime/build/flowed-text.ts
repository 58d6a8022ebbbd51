/** Lines are broken before this many characters (RFC 3676, section 4.2). */
const maxLineLength = 76;

/**
 * Text as `format=flowed` (RFC 3676): long lines are broken after a space, so that programs that support it join them
 * again and others show lines of the usual length. Lines that begin with `>` are quotes. White space at the end of
 * lines is removed, because it would mark a soft break; `-- ` stays.
 */
export function flowedText(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(flowedLine)
    .join('\n');
}

function flowedLine(line: string): string {
  const quotePrefix = /^(?:> ?)*/.exec(line)?.[0] ?? '';
  const quotes = quotePrefix.replaceAll(' ', '');
  const content = line.slice(quotePrefix.length);
  if (content === '-- ') return spaceStuffed(quotes, content);
  // Some programs insert quote marks into the middle of the lines they join, so quoted lines are not broken.
  const pieces = quotes === '' ? wrapLine(content.trimEnd()) : [content.trimEnd()];
  return pieces.map((piece) => spaceStuffed(quotes, piece)).join('\n');
}

/** Space-stuffing (section 4.4): always after quote marks, otherwise if the line could be misread. */
function spaceStuffed(quotes: string, text: string): string {
  const isStuffed = quotes === '' ? needsStuffing(text) : text !== '';
  return isStuffed ? `${quotes} ${text}` : quotes + text;
}

const needsStuffing = (line: string) => /^(?:[ >]|From )/.test(line);

function wrapLine(text: string): string[] {
  if (text.length <= maxLineLength) return [text];
  const pieces: string[] = [];
  let piece = '';
  for (const word of text.match(/ *[^ ]+ */g) ?? []) {
    // A line that is only `-- ` would begin a signature, and a word that needs stuffing should not begin a line.
    const mayBreak = piece !== '' && piece !== '-- ' && !needsStuffing(word);
    if (mayBreak && piece.length + word.trimEnd().length >= maxLineLength) {
      pieces.push(piece);
      piece = '';
    }
    piece += word;
  }
  return [...pieces, piece];
}
