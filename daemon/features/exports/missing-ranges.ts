import type { ExportStreamOptions } from '../../mail/export/stream.ts';
import { messagesWithMissingRanges } from '../../mail/sources/missing-ranges.ts';
import type { ExportRunDeps } from './run-deps.ts';

/** Has a stream fetch what was left on the server. */
export function missingRangeOptions({
  write,
  fetchMissing,
}: Pick<ExportRunDeps, 'write' | 'fetchMissing'>): Pick<ExportStreamOptions, 'fetchMissing'> {
  return { fetchMissing: { findIncomplete: (ids) => messagesWithMissingRanges(write, ids), fetch: fetchMissing } };
}
