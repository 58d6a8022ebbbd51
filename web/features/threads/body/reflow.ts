/** The longest line of text with hard breaks; longer lines are not wrapped prose. */
const maxLineLength = 110;
const minLineLength = 60;

const preformattedPattern = /^[ \t]|\t|\S {3,}\S/m;
const newLinePattern = /^(?:[-*+•·|>#=~]|\d+[.)](?!\d)|\(?[a-z][.)] )/;

/**
 * Removes the hard line breaks of a paragraph that was wrapped at a fixed width: a break is removed if the next word would
 * not have fitted. Lists, tables, code, verse and addresses keep their breaks.
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
