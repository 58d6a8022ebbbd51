import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { batches, unitsOf, type Found, type Meter, type Position } from './found.ts';
import { filesAfter, filesFound } from './loose.ts';
import { maildirFound } from './maildir-found.ts';
import { maildirEntries } from './maildir.ts';
import { placesIn, type Place, type Source } from './places.ts';

export type WalkParts = {
  source: Source;
  /** Where an earlier walk broke off. */
  from?: Position | undefined;
  /** Unpacks a mailbox file and gives the path of what came out. */
  unpack: (file: string) => Promise<string>;
};

/**
 * Everything that can be imported from a source, in a fixed order: Maildirs, mbox files and message files, packed or not,
 * told apart by their contents. What cannot be read is found as trouble. Throws only where the source itself is gone.
 */
export async function* walk({ source, from, unpack }: WalkParts): AsyncGenerator<Found> {
  const meter: Meter = { units: 0 };
  for await (const place of placesIn(source, from?.place)) {
    const { maildir, files } = startIn(place, from);
    if (place.trouble !== undefined) {
      const at: Position = { place: place.path, step: 'files', name: '' };
      yield { kind: 'trouble', file: place.dir, reason: place.trouble, at, units: meter.units };
    }
    if (maildir !== 'done') yield* maildirFound(place, maildir?.name, meter);
    yield* filesFound(place, files, { meter, unpack });
  }
  // A disk that was pulled out looks like an empty one.
  await lstat(source.path);
}

/** How much lies ahead of a walk from `from` on, in the units it counts. */
export async function survey(source: Source, from?: Position): Promise<number> {
  let units = 0;
  for await (const place of placesIn(source, from?.place)) {
    const { maildir, files } = startIn(place, from);
    if (maildir !== 'done') {
      const entries = await maildirEntries(place.dir, maildir?.name).catch(() => []);
      units += entries.length;
    }
    for (const batch of batches(filesAfter(place, files))) {
      const sizes = await Promise.all(batch.map((name) => sizeOf(join(place.dir, name))));
      units += sizes.reduce((sum, size) => sum + unitsOf(size), 0);
    }
  }
  return units;
}

/** Where in a place the walk begins: from its first message on, unless it broke off in this very place. */
function startIn({ path, isMaildir }: Place, from: Position | undefined) {
  const here = from?.place === path ? from : undefined;
  const isDone = !isMaildir || here?.step === 'files';
  return {
    maildir: isDone ? ('done' as const) : here,
    files: here?.step === 'files' ? here : undefined,
  };
}

async function sizeOf(file: string): Promise<number> {
  return lstat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
