import { join } from 'node:path';
import { Failure } from '../base/failure.ts';
import { hashOf } from './download-file.ts';
import { modelNameOf, profileOfModel, type ModelName } from './semantic-profiles.ts';

/**
 * Checks that the files in the folder of a model are those that were installed: other vectors could not be compared with those that are
 * stored. Throws Failure `model_changed`, and what reading a file throws.
 */
export async function verifyModel(model: ModelName, folder: string): Promise<void> {
  const profile = profileOfModel(model);
  const files = await Promise.all(
    profile.files.map(async ({ path }) => ({ path, sha256: await hashOf(join(folder, path)) })),
  );
  if (modelNameOf(profile.name, files) === model) return;
  const sentence = 'The files of the model are not those that were installed. Install it again.';
  throw new Failure('unavailable', 'model_changed', sentence);
}
