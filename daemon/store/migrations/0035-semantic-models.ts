import type { WriteDb } from '../db.ts';

/** Which files a model has: vectors of other files cannot be compared with its own. */
export function semanticModels(db: WriteDb): void {
  db.exec(`
    -- The installed model, by its profile and the hash of its files.
    ALTER TABLE semantic_profiles ADD COLUMN model TEXT;
    -- The model whose vectors searches use: until the installed one has all vectors, the one before. Null for other profiles.
    ALTER TABLE semantic_profiles ADD COLUMN serving_model TEXT;
    -- It is not known which files the vectors of an earlier installation belong to.
    UPDATE semantic_profiles SET installed_at = NULL, last_error = 'Install the model again.'
    WHERE installed_at IS NOT NULL;
    ALTER TABLE semantic_profiles DROP COLUMN is_serving;`);
}
