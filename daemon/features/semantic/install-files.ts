import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { toDiskFailure } from '../../base/disk-failure.ts';
import { Failure } from '../../base/failure.ts';
import type { OneByOne } from '../../base/one-by-one.ts';
import type { InstalledFile } from '../../mail/semantic/profile-store.ts';
import { downloadFile, hashOf } from '../../models/download-file.ts';
import {
  modelNameOf,
  modelNames,
  modelPath,
  profileOfModel,
  type ModelName,
  type SemanticProfile,
} from '../../models/semantic-profiles.ts';
import type { OutgoingFetch } from '../../outgoing/outgoing-fetch.ts';

export type InstallDeps = {
  modelsDir: string;
  fetch: OutgoingFetch;
  /** Null where it cannot be determined. */
  freeBytes: (folder: string) => Promise<number | null>;
  /** Throws if the model in a folder is not one of the profile. */
  check: (model: { profile: SemanticProfile['name']; folder: string }) => Promise<void>;
  /** Runs what puts a model into place or removes unused ones, so that a model is not removed before a row names it. */
  oneByOne: OneByOne;
};

/** Stores that these files are installed. */
type RecordFiles = (files: readonly InstalledFile[]) => void;

/** A file may be this much larger than expected. */
const maxGrowth = 2;
/** Space that is left to everything else. */
const spareBytes = 200_000_000;

/**
 * Downloads the files of a profile into a folder beside its own, checks that they are a model, and puts them into place. Files that an
 * earlier attempt has completed are not fetched again. Calls `record` once they are in place. Throws what `downloadFile` and `check` throw, and Failure `disk_full`
 * where the files would not fit.
 */
export async function installFromWeb(
  deps: InstallDeps,
  profile: SemanticProfile,
  { signal, onProgress, record }: { signal: AbortSignal; onProgress: (bytes: number) => void; record: RecordFiles },
): Promise<InstalledFile[]> {
  const incoming = incomingFolder(deps, profile);
  await mkdir(incoming, { recursive: true, mode: 0o700 }).catch(asDiskFailure);
  const files: InstalledFile[] = [];
  let before = 0;
  for (const { path, approximateBytes, sha256 } of profile.files) {
    const target = join(incoming, path);
    const stored = await fileSize(target);
    if (stored === undefined) await requireSpace(deps, incoming, approximateBytes);
    const found =
      stored === undefined
        ? await downloadFile(deps.fetch, {
            url: `https://huggingface.co/${profile.repository}/resolve/${profile.revision}/${path}`,
            target,
            sha256,
            maxBytes: maxGrowth * approximateBytes + 1_000_000,
            signal,
            onProgress: (bytes) => onProgress(before + bytes),
          })
        : { sha256: await hashOf(target), bytes: stored };
    before += found.bytes;
    files.push({ path, ...found, is_confirmed: sha256 !== null });
  }
  await putInPlace(deps, { profile, files, incoming, record });
  return files;
}

/** Copies the files of a profile from a folder, and calls `record` once they are in place. Throws Failure `no_model`, `wrong_hash`, a failure of a disk, what `check` throws. */
export async function installFromFolder(
  deps: InstallDeps,
  profile: SemanticProfile,
  { folder, record }: { folder: string; record: RecordFiles },
): Promise<void> {
  if (!isAbsolute(folder)) throw noModel('The folder must be an absolute path.');
  const sources: Awaited<ReturnType<typeof sourceOf>>[] = [];
  // One after the other, so that the refusal names the first that is missing.
  for (const { path } of profile.files) sources.push(await sourceOf(folder, path));
  // A copy that a crash interrupted is not continued, and is removed at the next start.
  const incoming = `${incomingFolder(deps, profile)}-${randomUUID()}`;
  try {
    const files: InstalledFile[] = [];
    for (const [at, { path, sha256: expected }] of profile.files.entries()) {
      const { file, bytes } = sources[at]!;
      await requireSpace(deps, dirname(deps.modelsDir), bytes);
      const target = join(incoming, path);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await copyFile(file, target);
      const sha256 = await hashOf(target);
      if (expected !== null && expected !== sha256)
        throw new Failure('provider', 'wrong_hash', `${path} in this folder isn’t the file that was expected.`);
      files.push({ path, sha256, bytes, is_confirmed: expected !== null });
    }
    await putInPlace(deps, { profile, files, incoming, record });
  } catch (failed) {
    await rm(incoming, { recursive: true, force: true });
    throw toDiskFailure(failed);
  }
}

/** Removes what there is of a download. */
export async function removeIncoming(deps: InstallDeps, profile: SemanticProfile): Promise<void> {
  await rm(incomingFolder(deps, profile), { recursive: true, force: true });
}

/** Whether all files of an installed model are there. */
export async function isInPlace({ modelsDir }: Pick<InstallDeps, 'modelsDir'>, model: ModelName): Promise<boolean> {
  const { files } = profileOfModel(model);
  const sizes = await Promise.all(files.map(({ path }) => fileSize(join(modelsDir, model, path))));
  return sizes.every((size) => size !== undefined);
}

const incomingEnd = '.incoming';

function incomingFolder({ modelsDir }: InstallDeps, { name }: SemanticProfile): string {
  return join(modelsDir, `${name}${incomingEnd}`);
}

/** Whether a folder of models is that of a download, which goes on after a restart. */
export function isIncoming(name: string): boolean {
  return name.endsWith(incomingEnd);
}

type Incoming = {
  profile: SemanticProfile;
  files: readonly InstalledFile[];
  incoming: string;
  record: RecordFiles;
};

/**
 * Other files of the same profile stay in their folder: searches use them until all mail is embedded with the new ones. Files that are
 * no model are removed.
 */
async function putInPlace(
  { modelsDir, check, oneByOne }: InstallDeps,
  { profile: { name }, files, incoming, record }: Incoming,
): Promise<void> {
  try {
    await check({ profile: name, folder: incoming });
  } catch (failed) {
    if (failed instanceof Failure && failed.code !== 'worker_crashed')
      await rm(incoming, { recursive: true, force: true });
    throw failed;
  }
  const place = join(modelsDir, modelNameOf(name, files));
  await oneByOne(async () => {
    await rm(place, { recursive: true, force: true });
    await rename(incoming, place);
    record(files);
  });
}

/** The file of a folder that a file of the profile is made of. The model may have one of several names. */
async function sourceOf(folder: string, path: string): Promise<{ file: string; bytes: number }> {
  const names: readonly string[] = path === modelPath ? modelNames : [path];
  for (const name of names) {
    const bytes = await fileSize(join(folder, name));
    if (bytes !== undefined) return { file: join(folder, name), bytes };
  }
  throw noModel(`There is no ${names.join(' or ')} in this folder.`);
}

async function fileSize(file: string): Promise<number | undefined> {
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() ? found.size : undefined;
}

async function requireSpace({ freeBytes }: InstallDeps, folder: string, bytes: number): Promise<void> {
  const free = await freeBytes(folder);
  if (free === null || free >= bytes + spareBytes) return;
  const megabytes = Math.ceil(bytes / 1_000_000);
  throw new Failure('full', 'disk_full', `The disk has too little space for the model, which takes ${megabytes} MB.`, {
    retryable: true,
  });
}

function asDiskFailure(failed: unknown): never {
  throw toDiskFailure(failed);
}

function noModel(sentence: string): Failure {
  return new Failure('invalid', 'no_model', sentence);
}
