import { z } from 'zod';
import { Failure } from '../../base/failure.ts';
import { dispositions, type Decision } from '../../mail/screener/decision.ts';
import { csvLine, readCsv } from './csv.ts';

export type FileFormat = 'csv' | 'json';

/** One decision of a file, and the line it is on. In a JSON file the line is the number of the decision. */
export type FileDecision = z.output<typeof fileDecision> & { line: number };

/** A line that cannot be read, and why. */
export type BadLine = { line: number; reason: string };

const columns = ['scope', 'value', 'disposition', 'route_label', 'is_blocked', 'decided_at'] as const;
const maxDecisions = 10_000;

const optional = (value: unknown) => (value === '' ? null : value);

const fileDecision = z
  .object({
    scope: z.enum(['sender', 'list', 'domain'], 'scope must be sender, list or domain'),
    value: z.string().trim().min(1, 'value is empty').max(320, 'value is too long'),
    disposition: z.enum(dispositions, `disposition must be one of ${dispositions.join(', ')}`),
    route_label: z.preprocess(optional, z.string().trim().min(1).max(500).nullish()),
    is_blocked: z
      .union(
        [z.boolean(), z.enum(['yes', 'no', '']).transform((word) => word === 'yes')],
        'is_blocked must be yes or no',
      )
      .default(false),
    decided_at: z.preprocess(
      optional,
      z.iso.datetime({ offset: true, error: 'decided_at must be an instant' }).nullish(),
    ),
  })
  .refine(
    ({ is_blocked, disposition }) => !is_blocked || disposition === 'deny',
    'a blocked sender has the disposition deny',
  )
  .refine(({ is_blocked, scope }) => !is_blocked || scope === 'sender', 'only a sender can be blocked')
  .refine(({ disposition, scope }) => disposition !== 'unknown' || scope === 'sender', 'only a sender can be unknown')
  .refine(({ is_blocked, disposition, route_label }) => {
    return !route_label || !(is_blocked || disposition === 'unknown');
  }, 'mail of a blocked or unknown sender isn’t moved to a label');

/** The decisions as a file: one line, or one object, for each. */
export function decisionsFile(decisions: readonly Decision[], format: FileFormat): string {
  const records = decisions.map(({ scope, value, disposition, route_label, isBlocked, decided_at }) => ({
    scope,
    value,
    disposition,
    route_label,
    is_blocked: isBlocked,
    decided_at,
  }));
  if (format === 'json') return `${JSON.stringify({ decisions: records }, undefined, 2)}\n`;
  const lines = records.map((record) =>
    csvLine(
      columns.map((column) => (column === 'is_blocked' ? (record.is_blocked ? 'yes' : 'no') : (record[column] ?? ''))),
    ),
  );
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`;
}

/** Reads such a file. Throws Failure `bad_lines` where it has none, and `too_many_decisions`. */
export function readDecisions(content: string, format: FileFormat): { decisions: FileDecision[]; bad: BadLine[] } {
  const records = format === 'csv' ? csvRecords(content) : jsonRecords(content);
  if (records.length > maxDecisions)
    throw new Failure('invalid', 'too_many_decisions', 'The file has more than 10,000 decisions. Import it in parts.');
  const decisions: FileDecision[] = [];
  const bad: BadLine[] = [];
  for (const { line, record } of records) {
    const parsed = fileDecision.safeParse(record);
    if (parsed.success) decisions.push({ ...parsed.data, line });
    else bad.push({ line, reason: parsed.error.issues[0]?.message ?? 'can’t be read' });
  }
  return { decisions, bad };
}

type FileRecord = { line: number; record: unknown };

function csvRecords(content: string): FileRecord[] {
  const [header, ...rows] = readCsv(content);
  const names = header?.fields?.map((name) => name.trim().toLowerCase());
  if (!names?.includes('scope') || !names.includes('value') || !names.includes('disposition'))
    throw badLines([{ line: header?.line ?? 1, reason: `the first line must name the columns: ${columns.join(',')}` }]);
  return rows.map(({ line, fields }) => ({
    line,
    record: fields && Object.fromEntries(names.map((name, at) => [name, fields[at] ?? ''])),
  }));
}

function jsonRecords(content: string): FileRecord[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content);
  } catch (cause) {
    throw badLines([{ line: 1, reason: 'the file isn’t JSON' }], cause);
  }
  const { success, data } = z.object({ decisions: z.array(z.unknown()) }).safeParse(parsed);
  if (!success) throw badLines([{ line: 1, reason: 'the file must be an object with the list “decisions”' }]);
  return data.decisions.map((record, at) => ({ line: at + 1, record }));
}

/** The failure for lines that are wrong. The sentence names the first ones. */
export function badLines(lines: readonly BadLine[], cause?: unknown): Failure {
  const named = lines
    .slice(0, 3)
    .map(({ line, reason }) => `line ${line}: ${reason}`)
    .join('; ');
  const more = lines.length > 3 ? `; and ${lines.length - 3} more` : '';
  const sentence = `Nothing was imported, because the file has mistakes (${named}${more}).`;
  return new Failure('invalid', 'bad_lines', sentence, {
    lines: lines.slice(0, 100),
    ...(cause !== undefined && { cause }),
  });
}
