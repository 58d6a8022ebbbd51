import type { SemanticRuntime } from '../../contract/semantic-runtime.ts';

/** How far the embedding of all mail is, in chunks. */
export type EmbeddingProgress = { embedded: number; total: number };

/** Kept by the loop that embeds. `progress` is undefined while all mail is embedded. */
export type EmbeddingState = { progress: EmbeddingProgress | undefined; readonly runtime: SemanticRuntime };

export function createEmbeddingState(): EmbeddingState {
  const times = {
    last_embedding_prep_ms: null,
    last_extract_ms: null,
    last_ingest_ms: null,
    last_queue_wait_ms: null,
  };
  return { progress: undefined, runtime: { in_flight: 0, queue_depth: 0, ...times } };
}
