import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Actor } from '../../contract/ownership.ts';
import {
  modelNameOf,
  profileOfModel,
  type ModelName,
  type SemanticProfileName,
} from '../../models/semantic-profiles.ts';

/** An installed file of a model. `is_confirmed` is false where its hash was recorded with the download, and true where it was pinned. */
export type InstalledFile = { path: string; sha256: string; bytes: number; is_confirmed: boolean };

/** What is stored about a profile; see the migrations `0029-semantic` and `0035-semantic-models`. */
export type ProfileRow = {
  profile: SemanticProfileName;
  is_wanted: number;
  origin: Actor['origin'] | null;
  token_id: string | null;
  installed_at: string | null;
  files: InstalledFile[];
  generation: number;
  model: ModelName | null;
  serving_model: ModelName | null;
  is_paused: number;
  activated_at: string | null;
  last_indexed_at: string | null;
  last_error: string | null;
};

export function profileRow(db: ReadDb, profile: SemanticProfileName): ProfileRow | undefined {
  return rowsOf(db.all<StoredRow>(sql`SELECT * FROM semantic_profiles WHERE profile = ${profile}`))[0];
}

/** The profile that searches use; undefined before any mail was embedded. */
export function servingProfile(db: ReadDb): ProfileRow | undefined {
  return rowsOf(db.all<StoredRow>(sql`SELECT * FROM semantic_profiles WHERE serving_model IS NOT NULL`))[0];
}

export function profileRows(db: ReadDb): ProfileRow[] {
  return rowsOf(db.all<StoredRow>(sql`SELECT * FROM semantic_profiles ORDER BY profile`));
}

type StoredRow = Omit<ProfileRow, 'files'> & { files: string };

function rowsOf(rows: readonly StoredRow[]): ProfileRow[] {
  return rows.map(({ files, ...row }) => ({ ...row, files: JSON.parse(files) as InstalledFile[] }));
}

/** Asks for the installation of a profile: from now on it is downloaded, also after a restart. */
export function wantProfile(db: WriteDb, profile: SemanticProfileName, actor: Actor | undefined): void {
  const { origin = null, token_id = null } = actor ?? {};
  db.run(sql`
    INSERT INTO semantic_profiles (profile, is_wanted, origin, token_id) VALUES (${profile}, 1, ${origin}, ${token_id})
    ON CONFLICT (profile) DO UPDATE SET is_wanted = 1, last_error = NULL, origin = excluded.origin, token_id = excluded.token_id`);
}

export function wantedProfiles(db: ReadDb): ProfileRow[] {
  return profileRows(db).filter(({ is_wanted }) => is_wanted === 1);
}

/** The installation was cancelled or has failed for a reason that waiting does not change. */
export function giveProfileUp(db: WriteDb, profile: SemanticProfileName, error: string): void {
  db.run(sql`UPDATE semantic_profiles SET is_wanted = 0, last_error = ${error} WHERE profile = ${profile}`);
}

/** The model is in its folder and works. Another one than before is embedded anew; searches use the one before until then. */
export function markInstalled(
  db: WriteDb,
  profile: SemanticProfileName,
  { files, now }: { files: readonly InstalledFile[]; now: string },
): void {
  const model = modelNameOf(profile, files);
  db.run(sql`
    INSERT INTO semantic_profiles (profile, installed_at, files, model)
    VALUES (${profile}, ${now}, ${JSON.stringify(files)}, ${model})
    ON CONFLICT (profile) DO UPDATE SET is_wanted = 0, installed_at = excluded.installed_at, files = excluded.files,
      model = excluded.model, last_error = NULL, is_paused = 0`);
}

/** The files of an installed model are gone. */
export function markMissing(db: WriteDb, profile: SemanticProfileName, error: string): void {
  db.run(sql`UPDATE semantic_profiles SET installed_at = NULL, last_error = ${error} WHERE profile = ${profile}`);
}

export function setProfileError(db: WriteDb, profile: SemanticProfileName, error: string | null): void {
  db.run(sql`
    UPDATE semantic_profiles SET last_error = ${error} WHERE profile = ${profile} AND last_error IS NOT ${error}`);
}

export function setPaused(db: WriteDb, profile: SemanticProfileName, isPaused: boolean): void {
  db.run(sql`UPDATE semantic_profiles SET is_paused = ${isPaused} WHERE profile = ${profile}`);
}

/** Has all vectors of the profile computed again. */
export function startGeneration(db: WriteDb, profile: SemanticProfileName): void {
  db.run(sql`
    UPDATE semantic_profiles SET generation = generation + 1, is_paused = 0, last_error = NULL WHERE profile = ${profile}`);
}

/** From now on searches use the vectors of this model. */
export function serveModel(db: WriteDb, model: ModelName, now: string): void {
  const { name } = profileOfModel(model);
  db.transaction(() => {
    db.run(sql`UPDATE semantic_profiles SET serving_model = NULL WHERE profile <> ${name}`);
    db.run(sql`
      UPDATE semantic_profiles SET serving_model = ${model}, activated_at = ${now}
      WHERE profile = ${name} AND serving_model IS NOT ${model}`);
  });
}

/** The models whose folders are needed. */
export function modelsInUse(db: ReadDb): Set<string> {
  const rows = profileRows(db).flatMap(({ model, serving_model }) => [model, serving_model]);
  return new Set(rows.filter((model) => model !== null));
}

/** All mail has vectors of the profile. */
export function markIndexed(db: WriteDb, profile: SemanticProfileName, now: string): void {
  db.run(sql`UPDATE semantic_profiles SET last_indexed_at = ${now}, last_error = NULL WHERE profile = ${profile}`);
}
