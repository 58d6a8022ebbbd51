import type { DraftContent } from '../../mail/drafts/drafts.ts';
import { isSendableAddress } from '../../mail/mime/address/address-syntax.ts';
import { parseAddressText } from '../../mail/mime/address/address-text.ts';
import { fillSnippet, placeholdersIn } from '../../mail/drafts/snippets.ts';
import { plainMarkdown } from '../../mail/compose/quote.ts';
import { columnKey, type Table, type TableRow } from './table.ts';

/** The shared text, with `{columns}` in it. */
type Template = Pick<DraftContent, 'to_text' | 'cc_text' | 'bcc_text' | 'subject' | 'body'>;

type Problem = {
  line: number;
  kind: 'no_address' | 'bad_address' | 'duplicate' | 'empty_value';
  message: string;
};

/** One message: two messages to the same recipients have the same `key`. */
type MergedMessage = { line: number; content: Template; key: string; problems: Problem[] };

export type MergePlan = {
  /** The column of the addresses; null if the To line of the template has placeholders itself. */
  emailColumn: string | null;
  /** The columns that the template uses: index by placeholder name. */
  columnIndexes: Map<string, number | undefined>;
};

/** Matches a template and a table. `emailColumn` is undefined if it cannot be determined. */
export function planMerge(template: Template, columns: readonly string[], requestedColumn: string | undefined) {
  const keys = columns.map(columnKey);
  const names = placeholdersIn(
    [template.to_text, template.cc_text, template.bcc_text, template.subject, template.body].join('\n'),
  );
  const places = new Map(
    names.map((name) => {
      const at = keys.indexOf(columnKey(name));
      return [name, at < 0 ? undefined : at] as const;
    }),
  );
  const isOwn = placeholdersIn(template.to_text).length > 0;
  const named = requestedColumn === undefined ? undefined : columns[keys.indexOf(columnKey(requestedColumn))];
  const likely = columns.find((_, at) => /^(e_?mail|e_?mail_address|mail|address)$/.test(keys[at] ?? ''));
  const emailColumn = requestedColumn === undefined ? (isOwn ? null : likely) : named;
  return { places, emailColumn };
}

/** The message of one row. Cell contents are text: in the body they are no Markdown, elsewhere they are one line. */
export function mergeRow(
  template: Template,
  { columns }: Pick<Table, 'columns'>,
  { line, cells }: TableRow,
  { emailColumn, columnIndexes }: MergePlan,
): MergedMessage {
  const filled = (text: string, write: (cell: string) => string) =>
    fillSnippet(
      text,
      Object.fromEntries(
        [...columnIndexes].flatMap(([name, at]) => (at === undefined ? [] : [[name, write(cells[at] ?? '')]])),
      ),
    );
  const addresses = (text: string) => filled(text.replaceAll(/"(\{[^"{}]+\})"/g, '$1'), inAddressLine);
  const content = {
    to_text: emailColumn === null ? addresses(template.to_text) : oneLine(cells[columns.indexOf(emailColumn)] ?? ''),
    cc_text: addresses(template.cc_text),
    bcc_text: addresses(template.bcc_text),
    subject: filled(template.subject, oneLine),
    body: filled(template.body, inMarkdown),
  };
  const { addresses: to, invalid } = parseAddressText(content.to_text);
  const used = new Set([...columnIndexes.values()].filter((at) => at !== undefined));
  const empty = [...used].filter((at) => cells[at] === '').map((at) => columns[at] ?? '');
  const problems: Problem[] = [
    ...invalid.map((typed) => problem(line, 'bad_address', `"${typed}" is no address that mail can be sent to.`)),
    ...(to.length === 0 && invalid.length === 0 ? [problem(line, 'no_address', 'This row has no address.')] : []),
    ...empty.map((name) => problem(line, 'empty_value', `The column "${name}" is empty.`)),
  ];
  const key = to
    .map(({ email }) => email.toLowerCase())
    .toSorted()
    .join();
  return { line, content, key, problems };
}

/** All messages of a table, with the problems that only show in comparison. */
export function mergeRows(template: Template, table: Table, plan: MergePlan): MergedMessage[] {
  const lines = new Map<string, number>();
  return table.rows.map((row) => {
    const merged = mergeRow(template, table, row, plan);
    const earlier = merged.key === '' ? undefined : lines.get(merged.key);
    if (earlier === undefined) lines.set(merged.key, row.line);
    else merged.problems.push(problem(row.line, 'duplicate', `It has the same address as the row in line ${earlier}.`));
    return merged;
  });
}

/** Whether a row cannot become a message. */
export function isUnusable({ problems }: Pick<MergedMessage, 'problems'>): boolean {
  return problems.some(({ kind }) => kind === 'bad_address' || kind === 'no_address');
}

function problem(line: number, kind: Problem['kind'], message: string): Problem {
  return { line, kind, message };
}

function oneLine(cell: string): string {
  return cell.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** Keeps an address as it is; quotes a name so that it stays one name. */
function inAddressLine(cell: string): string {
  const text = oneLine(cell);
  if (isSendableAddress(text) || !/[^\p{L}\p{N} !#$%&'*+/=?^_`{|}~-]/u.test(text)) return text;
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

function inMarkdown(cell: string): string {
  const lines = cell.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .map(plainMarkdown)
    .join('\\\n');
}
