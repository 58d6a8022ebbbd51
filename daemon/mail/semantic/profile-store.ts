import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Actor } from '../../contract/ownership.ts';
import type { SemanticProfileName } from '../../models/semantic-profiles.ts';

/** An installed file of a model. `is_confirmed` is false where its hash was recorded with the download, and true where it was pinned. */
export type InstalledFile = { path: string; sha256: string; bytes: number; is_confirmed: boolean };

/** What is stored about a profile; see the migration `0024-semantic`. */
export type ProfileRow = {
  profile: SemanticProfileName;
  is_wanted: number;
  origin: Actor['origin'] | null;
  token_id: string | null;
  installed_at: string | null;
  files: InstalledFile[];
  generation: number;
  is_serving: number;
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
  return rowsOf(db.all<StoredRow>(sql`SELECT * FROM semantic_profiles WHERE is_serving = 1`))[0];
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

/**
 * The model is in its folder and works. Other files than before mean that all vectors are computed again, because those of two models
 * cannot be compared.
 */
export function markInstalled(
  db: WriteDb,
  profile: SemanticProfileName,
  { files, now }: { files: readonly InstalledFile[]; now: string },
): void {
  db.transaction(() => {
    const before = profileRow(db, profile)?.files ?? [];
    const hashes = (each: readonly InstalledFile[]) =>
      each
        .map(({ sha256 }) => sha256)
        .toSorted()
        .join();
    const isOther = before.length > 0 && hashes(before) !== hashes(files);
    db.run(sql`
      INSERT INTO semantic_profiles (profile, installed_at, files) VALUES (${profile}, ${now}, ${JSON.stringify(files)})
      ON CONFLICT (profile) DO UPDATE SET is_wanted = 0, installed_at = excluded.installed_at, files = excluded.files,
        last_error = NULL, is_paused = 0, generation = generation + ${isOther}`);
  });
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

/** From now on searches use this profile. */
export function serveProfile(db: WriteDb, profile: SemanticProfileName, now: string): void {
  db.transaction(() => {
    db.run(sql`UPDATE semantic_profiles SET is_serving = 0 WHERE profile <> ${profile}`);
    db.run(sql`
      UPDATE semantic_profiles SET is_serving = 1, activated_at = ${now} WHERE profile = ${profile} AND is_serving = 0`);
  });
}

/** All mail has vectors of the profile. */
export function markIndexed(db: WriteDb, profile: SemanticProfileName, now: string): void {
  db.run(sql`UPDATE semantic_profiles SET last_indexed_at = ${now}, last_error = NULL WHERE profile = ${profile}`);
}
