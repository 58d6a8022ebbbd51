import { mkdirSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { timeId } from '../../base/ids.ts';
import { diskFailure } from './disk-room.ts';
import { openTaking, type FileWish, type Taken, type Taking } from './taking.ts';

export type SpoolParts = {
  clock: Clock;
  /** Of ours alone: what lies there and belongs to no import is removed. */
  folder: string;
  /** Room on the disk of a folder, in bytes; null where nobody can say. */
  freeBytes: (folder: string) => Promise<number | null>;
};

/** An import whose files are being given. */
export type Begun = {
  import_id: string;
  /** The name it is wished under. */
  folder: string | null;
  begun_at: Date;
  files: number;
  bytes: number;
};

/** Where files lie that a page or a script gives to be imported, until the import of them has ended. */
export type Spool = {
  /** Throws Failure `too_many_imports`, `disk_full`. */
  begin(folder: string | null): Begun;
  /** Those that were not started, the newest first. */
  begun(): Begun[];
  named(import_id: string): Begun | undefined;
  /** Takes a stretch of a file. Throws Failure `not_found`, and what `Taking.take` throws. */
  take(import_id: string, wish: FileWish): Promise<Taken>;
  /** Has `start` begin the import of what lies here, and keeps that until `release`. Throws Failure `not_found`, `files_coming`. */
  start<Result>(import_id: string, start: (path: string) => Promise<Result>): Promise<Result>;
  /** Throws Failure `not_found`, `import_started`. */
  discard(import_id: string): void;
  /** The id under which the files of a path were given; undefined for a path of somebody else's. */
  idOf(path: string): string | undefined;
  /** The import of this path has ended: what was given for it goes. A path of somebody else's is left as it is. */
  release(path: string): void;
  /** Removes what was not started for a day, and what neither is begun nor belongs to one of these paths. */
  sweep(open: () => readonly string[]): Promise<void>;
};

type Collecting = Omit<Begun, 'files' | 'bytes'> & { taking: Taking; touched: number };

const day = 24 * 3600 * 1000;
const mostBegun = 20;

export function openSpool({ clock, folder, freeBytes }: SpoolParts): Spool {
  const begun = new Map<string, Collecting>();
  const folderOf = (import_id: string) => join(folder, import_id);
  const remove = (import_id: string) => rmSync(folderOf(import_id), { recursive: true, force: true, maxRetries: 3 });

  function requireNamed(import_id: string) {
    const found = begun.get(import_id.toLowerCase());
    if (!found) throw new Failure('missing', 'not_found', gone);
    return found;
  }

  function discard(import_id: string): void {
    const { taking } = requireNamed(import_id);
    taking.close(() => remove(import_id.toLowerCase()));
    begun.delete(import_id.toLowerCase());
  }

  function idOf(path: string): string | undefined {
    return path.startsWith(folder + sep) ? path.slice(folder.length + 1).split(sep)[0] : undefined;
  }

  return {
    begin(wished) {
      if (begun.size >= mostBegun) throw tooMany();
      const now = clock.now();
      const import_id = timeId(now);
      makeFolder(folderOf(import_id));
      const taking = openTaking(folderOf(import_id), freeBytes);
      const each = { import_id, folder: wished, begun_at: now, taking, touched: now.getTime() };
      begun.set(import_id, each);
      return plain(each);
    },
    named(import_id) {
      const found = begun.get(import_id.toLowerCase());
      return found && plain(found);
    },
    begun: () => [...begun.values()].map(plain).toReversed(),
    async take(import_id, wish) {
      const found = requireNamed(import_id);
      found.touched = clock.now().getTime();
      const taken = await found.taking.take(wish);
      found.touched = clock.now().getTime();
      return taken;
    },
    async start(import_id, start) {
      const { taking } = requireNamed(import_id);
      const result = await taking.lend(start);
      begun.delete(import_id.toLowerCase());
      return result;
    },
    discard,
    idOf,
    release(path) {
      const import_id = idOf(path);
      if (import_id !== undefined) remove(import_id);
    },
    async sweep(open) {
      const now = clock.now().getTime();
      for (const { import_id, touched, taking } of begun.values())
        if (now - touched > day && !taking.isBusy()) discard(import_id);
      const found = await readdir(folder).catch(() => []);
      // Nothing is begun or started from here on.
      const kept = new Set([...begun.keys(), ...open().map(idOf)]);
      for (const name of found) if (!kept.has(name)) remove(name);
    },
  };
}

const gone =
  'There is no such import that takes files. What was not started is thrown away after a day, and when Posthorn starts anew: begin again.';

function plain({ import_id, folder, begun_at, taking }: Collecting): Begun {
  return { import_id, folder, begun_at, ...taking.sum() };
}

/** For its owner alone: it is mail. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw diskFailure(cause);
  }
}

function tooMany(): Failure {
  return new Failure(
    'conflict',
    'too_many_imports',
    `${mostBegun} imports wait for their files already. Start one of them, or throw it away.`,
  );
}
