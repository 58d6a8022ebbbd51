import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, truncate, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '../../base/failure.ts';
import { detectFormat } from '../../mail/import/detect-format.ts';
import { requireDiskSpace } from './disk-space.ts';
import { isInMaildir } from './spool-path.ts';

/** A chunk of a file at `offset`; `size` is the size of the file. */
export type FileChunk = { path: string; offset: number; size: number; content: AsyncIterable<Uint8Array> };

/**
 * `received` bytes are stored; `is_mail` is false if the beginning shows that the file is not mail, and then none are kept.
 */
export type ChunkResult = { path: string; size: number; received: number; is_whole: boolean; is_mail: boolean };

/** The files of one import on disk, complete or in part. */
type UploadedFiles = {
  /** Stores a chunk of the file with this name. Throws what `UploadSession.receive` throws. */
  receive(name: string, chunk: FileChunk): Promise<ChunkResult>;
  /** Deletes incomplete files, and returns the path of the complete ones. Throws Failure `nothing_to_import`. */
  requirePath(): Promise<string>;
  /** The complete files. */
  totals(): { files: number; bytes: number };
};

/** The number of bytes that identify the kind of a file. */
const sniffBytes = 16 * 1024;
/** A file of at least this size is flushed before it counts as received: it may be the user's whole mail. */
const fsyncMinBytes = 1_000_000;

/** `requireOpen` throws when the import accepts no more bytes. */
export function createUploadedFiles(
  folder: string,
  freeBytes: (folder: string) => Promise<number | null>,
  requireOpen: () => void,
): UploadedFiles {
  // Mail outside any folder is imported into a folder with this name.
  const root = join(folder, 'Imported');
  const partialFiles = new Map<string, { size: number; received: number; isSniffed: boolean }>();
  const completeFiles = new Map<string, number>();

  function partFor(name: string, { path, offset, size }: FileChunk) {
    const known = partialFiles.get(name) ?? {
      size: completeFiles.get(name) ?? size,
      received: completeFiles.get(name) ?? 0,
    };
    if (offset === 0) return { size, received: 0, isSniffed: isInMaildir(path) };
    if (offset === known.received && size === known.size && partialFiles.has(name)) return partialFiles.get(name)!;
    const received = size === known.size ? known.received : 0;
    const sentence = `Of “${path}” ${received} bytes are stored: continue from there.`;
    throw new Failure('conflict', 'wrong_offset', sentence, { received });
  }

  async function receive(name: string, chunk: FileChunk): Promise<ChunkResult> {
    const part = partFor(name, chunk);
    const { path, size } = chunk;
    const file = join(folder, partialFileName(name));
    const before = part.received;
    if (before === 0) await requireDiskSpace(folder, size, freeBytes);
    partialFiles.set(name, part);
    try {
      part.received += await writeChunk(file, chunk, requireOpen);
    } catch (failed) {
      if (before === 0) partialFiles.delete(name);
      throw failed;
    }
    if (part.received === size) {
      partialFiles.delete(name);
      await moveIntoPlace(file, join(root, name));
      completeFiles.set(name, size);
      return { path, size, received: size, is_whole: true, is_mail: true };
    }
    if (!part.isSniffed && part.received >= sniffBytes) {
      part.isSniffed = true;
      if ((await detectFormat(file)) === undefined) {
        await rm(file, { force: true });
        partialFiles.delete(name);
        return { path, size, received: 0, is_whole: false, is_mail: false };
      }
    }
    return { path, size, received: part.received, is_whole: false, is_mail: true };
  }

  async function requirePath(): Promise<string> {
    if (completeFiles.size === 0)
      throw new Failure('invalid', 'nothing_to_import', 'There are no files yet. Choose some, then start the import.');
    for (const name of partialFiles.keys()) await rm(join(folder, partialFileName(name)), { force: true });
    partialFiles.clear();
    const [only, ...others] = await readdir(root);
    // A single picked folder or file is imported as if the request named its path.
    return only === undefined || others.length > 0 ? root : join(root, only);
  }

  return {
    receive,
    requirePath,
    totals: () => ({
      files: completeFiles.size,
      bytes: [...completeFiles.values()].reduce((sum, size) => sum + size, 0),
    }),
  };
}

/** The name of a file until it is complete. Its extension marks it as a message, if nothing else does. */
function partialFileName(name: string): string {
  const extension = /\.eml(\.gz)?$/i.exec(name)?.[0] ?? '';
  return `${createHash('sha256').update(name).digest('hex')}${extension}`;
}

/** Writes a chunk, and returns its length in bytes. If it fails, the file is truncated to its previous length. */
async function writeChunk(
  file: string,
  { path, offset, size, content }: FileChunk,
  check: () => void,
): Promise<number> {
  const handle = await open(file, offset === 0 ? 'w' : 'r+', 0o600);
  try {
    const written = await writeFrom(handle, offset, content, (end) => {
      check();
      if (end > size)
        throw new Failure('invalid', 'file_too_long', `“${path}” is larger than announced. It may have changed.`);
    });
    if (offset + written === size && size >= fsyncMinBytes) await handle.sync();
    await handle.close();
    return written;
  } catch (failed) {
    await handle.close();
    await truncate(file, offset).catch(() => undefined);
    throw failed;
  }
}

async function writeFrom(
  handle: FileHandle,
  offset: number,
  content: AsyncIterable<Uint8Array>,
  check: (end: number) => void,
): Promise<number> {
  let at = offset;
  for await (const bytes of content) {
    check(at + bytes.length);
    for (let from = 0; from < bytes.length;) {
      const { bytesWritten } = await handle.write(bytes, from, bytes.length - from, at);
      from += bytesWritten;
      at += bytesWritten;
    }
  }
  check(at);
  return at - offset;
}

/** Renames a complete file to its name. */
async function moveIntoPlace(file: string, target: string): Promise<void> {
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await rename(file, target);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    await rm(file, { force: true });
    if (!['EEXIST', 'ENOTDIR', 'EISDIR', 'ENOTEMPTY', 'ENAMETOOLONG', 'EINVAL', 'EPERM'].includes(code)) throw cause;
    const sentence = 'A file can’t be stored under this name. It’s too long, or another file of this import has it.';
    throw new Failure('invalid', 'bad_file_path', sentence, { cause });
  }
}
