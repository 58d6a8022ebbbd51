import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { batches, estimateUnits, type WalkEntry, type UnitCounter, type ImportPosition } from './walk-entry.ts';
import { remainingFiles, walkFiles } from './walk-files.ts';
import { walkMaildir } from './walk-maildir.ts';
import { maildirEntries } from './maildir.ts';
import { sourceDirectories, type SourceDirectory, type ImportSource } from './source-directories.ts';

export type WalkOptions = {
  source: ImportSource;
  /** Where an earlier walk broke off. */
  from?: ImportPosition | undefined;
  /** Unpacks a mailbox file and gives the path of what came out. */
  unpack: (file: string) => Promise<string>;
};

/**
 * Everything that can be imported from a source, in a fixed order: Maildirs, mbox files and message files, packed or not,
 * told apart by their contents. What cannot be read is found as trouble. Throws only where the source itself is gone.
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
  // A disk that was pulled out looks like an empty one.
  await lstat(source.path);
}

/** How much lies ahead of a walk from `from` on, in the units it counts. */
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

/** Where in a place the walk begins: from its first message on, unless it broke off in this very place. */
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
