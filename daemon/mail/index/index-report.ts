import type { FailureData } from '../../base/failure.ts';

/** The reports of the index worker. A repair is `started` and `finished`, with progress reports in between. */
export type RepairReport =
  | { repair: 'started'; documents: number }
  | { repair: 'progress'; indexed: number; stored: number }
  | { repair: 'finished'; documents: number; duration_ms: number }
  | { trouble: { sort_key: number; reason: string } }
  /** The index was made anew, with so many vectors of the one before. */
  | { keptVectors: number };

export type IndexReport =
  | RepairReport
  /** Indexing stopped. The queue is kept, and the next call goes on. */
  | { failure: FailureData };
