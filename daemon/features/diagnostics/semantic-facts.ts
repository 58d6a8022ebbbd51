import { profileRow, profileRows, servingProfile } from '../../mail/semantic/profile-store.ts';
import { undividedCount, vectorCounts } from '../../mail/semantic/vector-store.ts';
import type { SemanticProfileName } from '../../models/semantic-profiles.ts';
import type { ReadDb } from '../../store/db.ts';

export type SemanticSettings = { enabled: boolean; active_profile: SemanticProfileName };

/** How searching by meaning is. `db` has the index as `idx`; what cannot be read of a damaged store counts as an error. */
export function semanticFacts(db: ReadDb, { enabled, active_profile }: SemanticSettings) {
  try {
    const row = servingProfile(db) ?? profileRow(db, active_profile);
    // Without a model there are chunks, and no vectors of it.
    const counts = vectorCounts(db, { model: row?.model ?? '', generation: row?.generation ?? 0 });
    const undivided = undividedCount(db);
    const chunks = counts.chunks - undivided;
    const isUsed = enabled && Boolean(row?.installed_at);
    const freshness = !isUsed
      ? 'disabled'
      : row?.last_error
        ? 'error'
        : counts.current < counts.chunks
          ? 'indexing'
          : 'current';
    return {
      report: {
        semantic_enabled: enabled,
        semantic_active_profile: isUsed ? (row?.profile ?? null) : null,
        semantic_index_freshness: freshness,
        semantic_last_indexed_at: row?.last_indexed_at ?? null,
      } as const,
      stats: {
        messages_missing_semantic_chunks: undivided,
        semantic_chunks: chunks,
        semantic_chunks_missing_embeddings: Math.max(0, chunks - counts.embedded),
        semantic_embeddings: counts.embedded,
        semantic_profiles: profileRows(db).filter(({ installed_at }) => installed_at !== null).length,
      },
    };
  } catch {
    return {
      report: {
        semantic_enabled: enabled,
        semantic_active_profile: null,
        semantic_index_freshness: 'error',
        semantic_last_indexed_at: null,
      } as const,
      stats: { semantic_chunks: 0, semantic_embeddings: 0, semantic_profiles: 0 },
    };
  }
}
