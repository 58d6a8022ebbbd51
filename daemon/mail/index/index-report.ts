/** What the index worker says unasked. A repair is `started` and `finished`; between them it tells its progress. */
export type IndexReport =
  | { repair: 'started'; documents: number }
  | { repair: 'progress'; indexed: number; stored: number }
  | { repair: 'finished'; documents: number; duration_ms: number }
  | { trouble: { sort_key: number; reason: string } };
