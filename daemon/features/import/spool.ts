import { mkdirSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { timeId } from '../../base/ids.ts';
import { toDiskFullFailure } from './disk-space.ts';
import { openUploadSession, type UploadSession } from './upload-session.ts';
import type { ChunkResult, FileChunk } from './uploaded-files.ts';

type SpoolDeps = {
  clock: Clock;
  /** Used by the spool only: files in it that belong to no import are removed. */
  folder: string;
  /** Free space on the disk of a folder, in bytes; null if it is unknown. */
  freeBytes: (folder: string) => Promise<number | null>;
};

/** An import whose files are being uploaded. */
export type PendingImport = {
  import_id: string;
  /** The requested name. */
  folder: string | null;
  begun_at: Date;
  files: number;
  bytes: number;
};

/** Stores the files that a page or a script uploads for an import, until the import has ended. */
export type Spool = {
  /** Throws Failure `too_many_imports`, `disk_full`. */
  create(folder: string | null): PendingImport;
  /** Imports that were not started, the newest first. */
  list(): PendingImport[];
  find(import_id: string): PendingImport | undefined;
  /** Stores a chunk of a file. Throws Failure `not_found`, and what `UploadSession.receive` throws. */
  receive(import_id: string, chunk: FileChunk): Promise<ChunkResult>;
  /**
   * Calls `start` to begin the import of the uploaded files, and keeps them until `release`. Throws Failure `not_found`,
   * `files_coming`.
   */
  start<Result>(import_id: string, start: (path: string) => Promise<Result>): Promise<Result>;
  /** Throws Failure `not_found`, `import_started`. */
  discard(import_id: string): void;
  /** The upload id of a path; undefined for a path outside the spool. */
  idOf(path: string): string | undefined;
  /** The import of this path ended: its uploaded files are deleted. A path outside the spool is left alone. */
  release(path: string): void;
  /**
   * Removes imports that were not started for a day, and files that belong neither to a pending import nor to one of these
   * paths.
   */
  sweep(open: () => readonly string[]): Promise<void>;
};

type PendingUpload = Omit<PendingImport, 'files' | 'bytes'> & { session: UploadSession; lastUsedMs: number };

const dayMs = 24 * 3600 * 1000;
const maxPendingImports = 20;

export function openSpool({ clock, folder, freeBytes }: SpoolDeps): Spool {
  const pending = new Map<string, PendingUpload>();
  const folderOf = (import_id: string) => join(folder, import_id);
  const remove = (import_id: string) => rmSync(folderOf(import_id), { recursive: true, force: true, maxRetries: 3 });

  function requirePending(import_id: string) {
    const found = pending.get(import_id.toLowerCase());
    if (!found) throw new Failure('missing', 'not_found', notFoundText);
    return found;
  }

  function discard(import_id: string): void {
    const { session } = requirePending(import_id);
    session.close(() => remove(import_id.toLowerCase()));
    pending.delete(import_id.toLowerCase());
  }

  function idOf(path: string): string | undefined {
    return path.startsWith(folder + sep) ? path.slice(folder.length + 1).split(sep)[0] : undefined;
  }

  return {
    create(targetFolder) {
      if (pending.size >= maxPendingImports) throw tooMany();
      const now = clock.now();
      const import_id = timeId(now);
      makeFolder(folderOf(import_id));
      const session = openUploadSession(folderOf(import_id), freeBytes);
      const upload = { import_id, folder: targetFolder, begun_at: now, session, lastUsedMs: now.getTime() };
      pending.set(import_id, upload);
      return pendingImportOf(upload);
    },
    find(import_id) {
      const found = pending.get(import_id.toLowerCase());
      return found && pendingImportOf(found);
    },
    list: () => [...pending.values()].map(pendingImportOf).toReversed(),
    async receive(import_id, chunk) {
      const found = requirePending(import_id);
      found.lastUsedMs = clock.now().getTime();
      const result = await found.session.receive(chunk);
      found.lastUsedMs = clock.now().getTime();
      return result;
    },
    async start(import_id, start) {
      const { session } = requirePending(import_id);
      const result = await session.finishWith(start);
      pending.delete(import_id.toLowerCase());
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
      for (const { import_id, lastUsedMs, session } of pending.values())
        if (now - lastUsedMs > dayMs && !session.isBusy()) discard(import_id);
      const found = await readdir(folder).catch(() => []);
      // From here on, no import is created or started.
      const keptIds = new Set([...pending.keys(), ...open().map(idOf)]);
      for (const name of found) if (!keptIds.has(name)) remove(name);
    },
  };
}

const notFoundText =
  'There is no such open import. Imports that weren’t started are deleted after a day and when Posthorn restarts. Start again.';

function pendingImportOf({ import_id, folder, begun_at, session }: PendingUpload): PendingImport {
  return { import_id, folder, begun_at, ...session.totals() };
}

/** Readable by its owner only: it contains mail. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw toDiskFullFailure(cause);
  }
}

function tooMany(): Failure {
  return new Failure(
    'conflict',
    'too_many_imports',
    `${maxPendingImports} imports are already waiting for their files. Start or discard one of them.`,
  );
}
