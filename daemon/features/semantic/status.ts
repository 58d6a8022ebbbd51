import { createEmbeddingState, type EmbeddingState } from '../../mail/semantic/embedding-state.ts';
import { profileRows, servingProfile, type ProfileRow } from '../../mail/semantic/profile-store.ts';
import type { VectorCounts } from '../../mail/semantic/vector-store.ts';
import { downloadBytes, semanticProfiles, type SemanticProfileName } from '../../models/semantic-profiles.ts';
import type { Caller, ReplyOf } from '../../handler-types.ts';
import { isPerson } from '../../safety/policy.ts';
import type { ReadDb } from '../../store/db.ts';
import type { semanticRequests } from './contract.ts';

type Snapshot = ReplyOf<(typeof semanticRequests)['status']>['status'];

export type StatusDeps = {
  settings: () => { enabled: boolean; active_profile: SemanticProfileName };
  counts: (of: { model: string; generation: number }) => Promise<VectorCounts>;
  downloaded: (profile: string) => number | undefined;
  embedding: Pick<EmbeddingState, 'runtime'>;
};

/** The state of every profile (wire-contract, section 14.12). */
export async function semanticStatus(deps: StatusDeps, db: ReadDb, caller: Caller): Promise<Snapshot> {
  const { enabled, active_profile } = deps.settings();
  const rows = new Map(profileRows(db).map((row) => [row.profile, row]));
  const profiles = await Promise.all(
    Object.values(semanticProfiles).map(async (profile) => {
      const row = rows.get(profile.name);
      const isCounted = row && (row.serving_model !== null || (enabled && row.profile === active_profile));
      const counts =
        row?.model && row.installed_at && isCounted ? await deps.counts({ ...row, model: row.model }) : undefined;
      return {
        id: profile.name,
        profile: profile.name,
        backend: 'onnxruntime',
        model_revision: `${profile.repository}@${profile.revision}`,
        dimensions: profile.dimensions,
        ...recordOf(row, counts, deps.downloaded(profile.name)),
        progress_total: row?.is_wanted === 1 ? downloadBytes(profile) : (counts?.chunks ?? 0),
        download_bytes: downloadBytes(profile),
      };
    }),
  );
  return {
    active_profile: servingProfile(db)?.profile ?? active_profile,
    wanted_profile: active_profile,
    enabled,
    profiles,
    // It is about the mail of all accounts.
    runtime: { ...(isPerson(caller) ? deps.embedding : createEmbeddingState()).runtime },
  };
}

function recordOf(row: ProfileRow | undefined, counts: VectorCounts | undefined, downloaded: number | undefined) {
  const isInstalled = Boolean(row?.installed_at);
  const isDownloading = row?.is_wanted === 1;
  return {
    status: statusOf(row, counts),
    installed_at: row?.installed_at ?? null,
    activated_at: row?.activated_at ?? null,
    last_indexed_at: row?.last_indexed_at ?? null,
    last_error: row?.last_error ?? null,
    progress_completed: isDownloading ? (downloaded ?? 0) : (counts?.current ?? 0),
    is_installed: isInstalled,
    is_downloading: isDownloading,
    is_paused: row?.is_paused === 1,
    files: row?.files ?? [],
  };
}

function statusOf(
  row: ProfileRow | undefined,
  counts: VectorCounts | undefined,
): Snapshot['profiles'][number]['status'] {
  if (row?.last_error) return 'error';
  if (!row?.installed_at) return 'pending';
  return counts && counts.current < counts.chunks ? 'indexing' : 'ready';
}
