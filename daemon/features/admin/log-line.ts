/** Pino's number for each level. */
export const levelNumbers = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 } as const;

const levelNames = new Map<unknown, string>(Object.entries(levelNumbers).map(([name, number]) => [number, name]));

/** The level of a line as pino's number; 0 for a line that is not in the log's format. */
export function levelNumberOf(line: string): number {
  return Number(/^\{"level":(\d{1,3}),/.exec(line)?.[1] ?? 0);
}

/** A log line for people: `2026-03-10T08:00:00.000Z INFO message key=value`. Any other line unchanged. */
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
    // The last line before a crash may be incomplete.
    return undefined;
  }
}

function instantAt(time: number): string {
  const instant = new Date(time);
  return Number.isNaN(instant.getTime()) ? String(time) : instant.toISOString();
}

/** An error is shown as its message; its stack is many lines, which `json` includes. */
function formatValue(value: unknown): string {
  const printed =
    typeof value === 'object' && value !== null && 'stack' in value && 'message' in value ? value.message : value;
  return typeof printed === 'string' && /^[\p{L}\p{N}_./:@+-]+$/u.test(printed) ? printed : JSON.stringify(printed);
}

/** Remove control characters, so that a printed line cannot send control sequences to a terminal. */
function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, (control) => JSON.stringify(control).slice(1, -1));
}
