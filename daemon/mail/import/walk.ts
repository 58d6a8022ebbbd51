import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { batches, estimateUnits, type WalkEntry, type UnitCounter, type ImportPosition } from './walk-entry.ts';
import { remainingFiles, walkFiles } from './walk-files.ts';
import { walkMaildir } from './walk-maildir.ts';
import { maildirEntries } from './maildir.ts';
import { sourceDirectories, type SourceDirectory, type ImportSource } from './source-directories.ts';

type WalkOptions = {
  source: ImportSource;
  /** The position where an earlier walk was interrupted. */
  from?: ImportPosition | undefined;
  /** Unpacks a mailbox file and returns the path of the result. */
  unpack: (file: string) => Promise<string>;
};

/**
 * All importable messages of a source, in a fixed order: Maildirs, mbox files and message files, packed or not,
 * distinguished by their content. Unreadable files become `trouble` entries. Throws only if the source itself is
 * gone.
 */
export async function* walkSource({ source, from, unpack }: WalkOptions): AsyncGenerator<WalkEntry> {
  const counter: UnitCounter = { units: 0 };
  for await (const directory of sourceDirectories(source, from?.directory)) {
    const { maildir, files } = startingPoint(directory, from);
    if (directory.problem !== undefined) {
      const position: ImportPosition = { directory: directory.path, step: 'files', name: '' };
      yield { kind: 'trouble', file: directory.dir, reason: directory.problem, position, units: counter.units };
    }
    if (maildir !== 'done') yield* walkMaildir(directory, maildir?.name, counter);
    yield* walkFiles(directory, files, { counter, unpack });
  }
  // A disconnected disk looks like an empty disk.
  await lstat(source.path);
}

/** The work ahead of a walk from `from`, in the units it counts. */
export async function countUnits(source: ImportSource, from?: ImportPosition): Promise<number> {
  let units = 0;
  for await (const directory of sourceDirectories(source, from?.directory)) {
    const { maildir, files } = startingPoint(directory, from);
    if (maildir !== 'done') {
      const entries = await maildirEntries(directory.dir, maildir?.name).catch(() => []);
      units += entries.length;
    }
    for (const batch of batches(remainingFiles(directory, files))) {
      const sizes = await Promise.all(batch.map((name) => sizeOf(join(directory.dir, name))));
      units += sizes.reduce((sum, size) => sum + estimateUnits(size), 0);
    }
  }
  return units;
}

/** Where the walk begins in a folder: at its first message, unless the earlier walk was interrupted in this folder. */
function startingPoint({ path, isMaildir }: SourceDirectory, from: ImportPosition | undefined) {
  const current = from?.directory === path ? from : undefined;
  const isDone = !isMaildir || current?.step === 'files';
  return {
    maildir: isDone ? ('done' as const) : current,
    files: current?.step === 'files' ? current : undefined,
  };
}

async function sizeOf(file: string): Promise<number> {
  return lstat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
