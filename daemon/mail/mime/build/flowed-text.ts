/** Lines are broken before this many characters (RFC 3676, section 4.2). */
const maxLineLength = 76;

/**
 * Text as `format=flowed` (RFC 3676): lines are broken behind a space where they are long, so that programs that know of
 * it put them together again and others show lines of the usual length. Lines that begin with `>` are quotes. White space
 * at the end of lines goes, for it would mean a break that is none; `-- ` stays.
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
  // Programs that know little of quotes put their marks into the middle of what they join: quoted lines stay whole.
  const pieces = quotes === '' ? wrapLine(content.trimEnd()) : [content.trimEnd()];
  return pieces.map((piece) => spaceStuffed(quotes, piece)).join('\n');
}

/** Space-stuffing (section 4.4): behind quote marks always, else where the line could be taken for something it is not. */
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
    // A line of `-- ` alone would begin a signature; and what has to be stuffed is best not at the beginning of a line.
    const mayBreak = piece !== '' && piece !== '-- ' && !needsStuffing(word);
    if (mayBreak && piece.length + word.trimEnd().length >= maxLineLength) {
      pieces.push(piece);
      piece = '';
    }
    piece += word;
  }
  return [...pieces, piece];
}
