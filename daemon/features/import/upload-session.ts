import { Failure } from '../../base/failure.ts';
import { toDiskFullFailure } from './disk-space.ts';
import { spoolPath } from './spool-path.ts';
import { createUploadedFiles, type ChunkResult, type FileChunk } from './uploaded-files.ts';

/** The files of one import, uploaded in chunks; each file is stored completely, or not at all. */
export type UploadSession = {
  /**
   * Throws Failure `bad_file_path`, `wrong_offset` (its detail `received` is the offset to continue at), `file_too_long`,
   * `file_busy`, `import_started`, `disk_full`, and what reading the content throws: then the chunk is discarded.
   */
  receive(chunk: FileChunk): Promise<ChunkResult>;
  totals(): { files: number; bytes: number };
  isBusy(): boolean;
  /**
   * Accepts no more chunks while `start` runs with the path of the files, which it keeps unless it throws. Throws Failure
   * `files_coming`.
   */
  finishWith<Result>(start: (path: string) => Promise<Result>): Promise<Result>;
  /** Accepts no more chunks, and calls `onIdle` once all writes have ended. Throws Failure `import_started`. */
  close(onIdle: () => void): void;
};

export function openUploadSession(
  folder: string,
  freeBytes: (folder: string) => Promise<number | null>,
): UploadSession {
  const files = createUploadedFiles(folder, freeBytes, requireOpen);
  const busyNames = new Set<string>();
  let finishing: Promise<unknown> | undefined;
  let onClosed: (() => void) | undefined;

  function requireOpen(): void {
    if (onClosed) throw new Failure('missing', 'not_found', 'This import was discarded.');
    if (finishing) throw importStarted();
  }

  return {
    async receive(chunk) {
      requireOpen();
      const name = spoolPath(chunk.path);
      if (busyNames.has(name)) throw new Failure('conflict', 'file_busy', `“${chunk.path}” is already being added.`);
      busyNames.add(name);
      try {
        return await files.receive(name, chunk);
      } catch (failed) {
        throw toDiskFullFailure(failed);
      } finally {
        busyNames.delete(name);
        if (busyNames.size === 0) onClosed?.();
      }
    },
    totals: () => files.totals(),
    isBusy: () => busyNames.size > 0 || finishing !== undefined,
    async finishWith(start) {
      if (finishing) return finishing as ReturnType<typeof start>;
      if (busyNames.size > 0)
        throw new Failure(
          'conflict',
          'files_coming',
          'Files are being added. Wait until they’re here, or discard the import.',
        );
      const started = files.requirePath().then(start);
      finishing = started;
      return started.catch((failed: unknown) => {
        finishing = undefined;
        throw failed;
      });
    },
    close(onIdle) {
      if (finishing) throw importStarted();
      onClosed = onIdle;
      if (busyNames.size === 0) onIdle();
    },
  };
}

function importStarted(): Failure {
  return new Failure('conflict', 'import_started', 'The import has started. To stop it, cancel it.');
}
