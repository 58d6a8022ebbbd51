/** Pino's number of each level. */
export const levelNumbers = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 } as const;

const levelNames = new Map<unknown, string>(Object.entries(levelNumbers).map(([name, number]) => [number, name]));

/** How serious a line is, as pino's number; 0 for one that is not of the log's form. */
export function levelNumberOf(line: string): number {
  return Number(/^\{"level":(\d{1,3}),/.exec(line)?.[1] ?? 0);
}

/** A line of the log as people read it: `2026-03-10T08:00:00.000Z INFO message key=value`. Any other line as it is. */
export function readableLine(line: string): string {
  const fields = fieldsOf(line);
  if (!fields) return withoutControls(line);
  const { level, time, msg, ...rest } = fields;
  return [
    ...(typeof time === 'number' ? [instantAt(time)] : []),
    (levelNames.get(level) ?? `level ${String(level)}`).toUpperCase(),
    ...(typeof msg === 'string' ? [withoutControls(msg)] : []),
    ...Object.entries(rest).map(([key, value]) => `${key}=${formatValue(value)}`),
  ].join(' ');
}

function fieldsOf(line: string): Record<string, unknown> | undefined {
  if (levelNumberOf(line) === 0) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    // The last line before a crash may be half a one.
    return undefined;
  }
}

function instantAt(time: number): string {
  const instant = new Date(time);
  return Number.isNaN(instant.getTime()) ? String(time) : instant.toISOString();
}

/** An error is told by what it says: its stack is many lines, which `json` has. */
function formatValue(value: unknown): string {
  const printed =
    typeof value === 'object' && value !== null && 'stack' in value && 'message' in value ? value.message : value;
  return typeof printed === 'string' && /^[\p{L}\p{N}_./:@+-]+$/u.test(printed) ? printed : JSON.stringify(printed);
}

/** Whoever prints a line to a terminal is not to be steered by what it quotes. */
function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, (control) => JSON.stringify(control).slice(1, -1));
}
