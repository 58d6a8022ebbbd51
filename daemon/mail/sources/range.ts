import { Failure } from '../../base/failure.ts';

/** The first and the last byte of a range. */
type Range = { start: number; end: number };

/**
 * The bytes that a range request selects (RFC 9110, section 14.1.2): without `start`, the last `end` bytes. Undefined for
 * the whole file, also if the range is invalid. Throws Failure `range_not_satisfiable`.
 */
export function rangeWithin(
  total: number,
  { start, end }: { start?: number | undefined; end?: number | undefined } = {},
): Range | undefined {
  if (start === undefined && end === undefined) return undefined;
  const isBackwards = start !== undefined && end !== undefined && end < start;
  if (isBackwards || (start ?? end ?? 0) < 0) return undefined;
  const first = start ?? Math.max(0, total - (end ?? 0));
  if (first < total) return { start: first, end: Math.min(start === undefined ? total : (end ?? total), total - 1) };
  const sentence = `The file has ${total} bytes and ends before the range that was asked for.`;
  throw new Failure('unsatisfiable', 'range_not_satisfiable', sentence, { total });
}
