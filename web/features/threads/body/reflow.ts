/** Lines that are broken by hand are about this long at the most; what is longer is no prose. */
const maxLineLength = 110;
const minLineLength = 60;

const preformattedPattern = /^[ \t]|\t|\S {3,}\S/m;
const newLinePattern = /^(?:[-*+•·|>#=~]|\d+[.)]|\(?[a-z][.)] )/;

/**
 * A paragraph whose lines were broken where a terminal ended, with those breaks taken out: a break goes where the next word
 * would not have fitted. What was set by hand stays: lists, tables, code, verse, addresses.
 */
export function reflowed(paragraph: string): string {
  const lines = paragraph.split('\n').map((line) => line.trimEnd());
  const width = Math.max(...lines.map(({ length }) => length));
  if (lines.length < 2 || width < minLineLength || width > maxLineLength || preformattedPattern.test(paragraph))
    return paragraph;
  return lines.reduce((text, line, at) => {
    const before = lines[at - 1] ?? '';
    return `${text}${isBrokenByWidth(before, line, width) ? ' ' : '\n'}${line}`;
  });
}

function isBrokenByWidth(before: string, line: string, width: number): boolean {
  const [word = ''] = line.split(' ', 1);
  return before.length + 1 + word.length >= width && !/[:;{}]$/.test(before) && !newLinePattern.test(line);
}
