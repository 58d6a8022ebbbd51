/** A record of a CSV file, and the line of the file it begins on, counted from 1. */
type CsvRecord = { line: number; fields: string[] };

/** A field that a spreadsheet would compute, or that begins with the mark against that. */
const computed = /^[=+\-@\t\r']/;

/** A line of a CSV file (RFC 4180), without its end. A field that a spreadsheet would compute is marked with an apostrophe. */
export function csvLine(fields: readonly string[]): string {
  return fields
    .map((field) => (computed.test(field) ? `'${field}` : field))
    .map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field))
    .join(',');
}

/** Reads a CSV file as `csvLine` writes it. Empty lines are left out. Undefined in place of a record that is malformed. */
export function readCsv(text: string): (CsvRecord | { line: number; fields: undefined })[] {
  const records: ReturnType<typeof readCsv> = [];
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  for (let at = 0; at < lines.length; at++) {
    const line = at + 1;
    let content = lines[at] ?? '';
    // A quoted field goes on until its quotation marks are even.
    while (quotesIn(content) % 2 === 1 && at + 1 < lines.length) content += `\n${lines[++at]}`;
    if (content.trim() === '') continue;
    records.push({ line, fields: fieldsOf(content) });
  }
  return records;
}

function quotesIn(content: string): number {
  return content.split('"').length - 1;
}

function fieldsOf(content: string): string[] | undefined {
  const fields: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/gy;
  for (let end = false; !end;) {
    const found = field.exec(content);
    if (!found) return undefined;
    const value = found[1]?.replaceAll('""', '"') ?? found[2] ?? '';
    fields.push(value.startsWith("'") ? value.slice(1) : value);
    end = found[3] === '';
  }
  return fields;
}
