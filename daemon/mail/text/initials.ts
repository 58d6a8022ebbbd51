import { endsInColon } from './attributions.ts';

/** Lines that some programs quote with the initials of their writer: `AB> Shall we?`. */
const initialsPattern = /^ ?([A-Z][A-Za-z]{1,4})>(?=\s|>|$)/;
const mark = /[A-Za-z]/g;

/**
 * Lines of the same length in which initials before a quotation are replaced by quote markers. The first such line follows
 * a line that ends with a colon, unlike the prompt of a program.
 */
export function markInitials(lines: string[]): string[] {
  if (!lines.some((line) => isUpperCase(line.charCodeAt(line.startsWith(' ') ? 1 : 0)) && initialsPattern.test(line)))
    return lines;
  const marks = new Map<string, boolean>();
  let above = '';
  return lines.map((line) => {
    const initials = initialsPattern.exec(line)?.[1];
    if (initials !== undefined && !marks.has(initials)) marks.set(initials, endsInColon(above));
    if (line.trim() !== '') above = line;
    if (initials === undefined || !marks.get(initials)) return line;
    const end = line.indexOf('>');
    return line.slice(0, end).replace(mark, '>') + line.slice(end);
  });
}

const isUpperCase = (code: number) => code >= 65 && code <= 90;
