import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, truncate, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '../../base/failure.ts';
import { lookAt } from '../../mail/import/looks.ts';
import { diskFailure, requireRoom } from './disk-room.ts';
import { isInMaildir, spoolPath } from './spool-path.ts';

/** A stretch of a file, from `offset` on, of `size` bytes in all. */
export type FileWish = { path: string; offset: number; size: number; content: AsyncIterable<Uint8Array> };

/** `received` bytes are here; `is_mail` is false where the beginning shows that the file holds none, and then none are kept. */
export type Taken = { path: string; size: number; received: number; is_whole: boolean; is_mail: boolean };

/** The files of one import, taken stretch by stretch; each is there whole, or not at all. */
export type Taking = {
  /**
   * Throws Failure `bad_file_path`, `wrong_offset` (its detail `received` says where to go on), `file_too_long`,
   * `file_busy`, `import_started`, `disk_full`, and what the content throws: then nothing of the stretch is kept.
   */
  take(wish: FileWish): Promise<Taken>;
  sum(): { files: number; bytes: number };
  isBusy(): boolean;
  /** Takes no more while `start` has the path of what is here, which it keeps unless it throws. Throws Failure `files_coming`. */
  lend<Result>(start: (path: string) => Promise<Result>): Promise<Result>;
  /** Takes no more, and calls `then` once nothing writes any more. Throws Failure `import_started`. */
  close(then: () => void): void;
};

/** As much of a file as its look is told by. */
const lookBytes = 16 * 1024;
/** Of this size on, a file is on the disk before it is said to be here: it may be all the mail of somebody. */
const syncedBytes = 1_000_000;

export function openTaking(folder: string, freeBytes: (folder: string) => Promise<number | null>): Taking {
  // Mail that lies in no folder goes to one of this name.
  const root = join(folder, 'Imported');
  const parts = new Map<string, { size: number; received: number; isLookedAt: boolean }>();
  const whole = new Map<string, number>();
  const busy = new Set<string>();
  let lent: Promise<unknown> | undefined;
  let closed: (() => void) | undefined;

  function requireOpen(): void {
    if (closed) throw new Failure('missing', 'not_found', 'This import was thrown away.');
    if (lent) throw hasBegun();
  }

  function partFor(name: string, { path, offset, size }: FileWish) {
    const begun = parts.get(name) ?? { size: whole.get(name) ?? size, received: whole.get(name) ?? 0 };
    if (offset === 0) return { size, received: 0, isLookedAt: isInMaildir(path) };
    if (offset === begun.received && size === begun.size && parts.has(name)) return parts.get(name)!;
    const received = size === begun.size ? begun.received : 0;
    const sentence = `Of “${path}” ${received} bytes are here: go on from there.`;
    throw new Failure('conflict', 'wrong_offset', sentence, { received });
  }

  async function taken(name: string, wish: FileWish): Promise<Taken> {
    const part = partFor(name, wish);
    const { path, size } = wish;
    const file = join(folder, partName(name));
    const before = part.received;
    if (before === 0) await requireRoom(folder, size, freeBytes);
    parts.set(name, part);
    try {
      part.received += await write(file, wish, requireOpen);
    } catch (failed) {
      if (before === 0) parts.delete(name);
      throw failed;
    }
    if (part.received === size) {
      parts.delete(name);
      await place(file, join(root, name));
      whole.set(name, size);
      return { path, size, received: size, is_whole: true, is_mail: true };
    }
    if (!part.isLookedAt && part.received >= lookBytes) {
      part.isLookedAt = true;
      if ((await lookAt(file)) === undefined) {
        await rm(file, { force: true });
        parts.delete(name);
        return { path, size, received: 0, is_whole: false, is_mail: false };
      }
    }
    return { path, size, received: part.received, is_whole: false, is_mail: true };
  }

  async function source(): Promise<string> {
    if (whole.size === 0)
      throw new Failure('invalid', 'nothing_to_import', 'No file is here yet. Choose some, and start the import then.');
    for (const name of parts.keys()) await rm(join(folder, partName(name)), { force: true });
    parts.clear();
    const [only, ...others] = await readdir(root);
    // One folder or file that was picked is imported as if its path had been named.
    return only === undefined || others.length > 0 ? root : join(root, only);
  }

  return {
    async take(wish) {
      requireOpen();
      const name = spoolPath(wish.path);
      if (busy.has(name)) throw new Failure('conflict', 'file_busy', `“${wish.path}” is being taken already.`);
      busy.add(name);
      try {
        return await taken(name, wish);
      } catch (failed) {
        throw diskFailure(failed);
      } finally {
        busy.delete(name);
        if (busy.size === 0) closed?.();
      }
    },
    sum: () => ({ files: whole.size, bytes: [...whole.values()].reduce((sum, size) => sum + size, 0) }),
    isBusy: () => busy.size > 0 || lent !== undefined,
    async lend(start) {
      if (lent) return lent as ReturnType<typeof start>;
      if (busy.size > 0)
        throw new Failure(
          'conflict',
          'files_coming',
          'Files are being taken. Wait for them, or throw the import away.',
        );
      const lending = source().then(start);
      lent = lending;
      return lending.catch((failed: unknown) => {
        lent = undefined;
        throw failed;
      });
    },
    close(then) {
      if (lent) throw hasBegun();
      closed = then;
      if (busy.size === 0) then();
    },
  };
}

function hasBegun(): Failure {
  return new Failure('conflict', 'import_started', 'The import has begun. To end it, cancel its job.');
}

/** What a file is called until it is whole. Its ending says that it is a message, where nothing else does. */
function partName(name: string): string {
  const ending = /\.eml(\.gz)?$/i.exec(name)?.[0] ?? '';
  return `${createHash('sha256').update(name).digest('hex')}${ending}`;
}

/** Writes a stretch, and gives its length in bytes. Where it breaks off, the file is as long as it was. */
async function write(file: string, { path, offset, size, content }: FileWish, check: () => void): Promise<number> {
  const handle = await open(file, offset === 0 ? 'w' : 'r+', 0o600);
  try {
    const written = await writeFrom(handle, offset, content, (end) => {
      check();
      if (end > size)
        throw new Failure('invalid', 'file_too_long', `“${path}” has more bytes than were told. It may have changed.`);
    });
    if (offset + written === size && size >= syncedBytes) await handle.sync();
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

/** Has a file that is whole stand under its name. */
async function place(file: string, target: string): Promise<void> {
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await rename(file, target);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    await rm(file, { force: true });
    if (!['EEXIST', 'ENOTDIR', 'EISDIR', 'ENOTEMPTY', 'ENAMETOOLONG', 'EINVAL', 'EPERM'].includes(code)) throw cause;
    const sentence =
      'A file cannot be kept under this name: something else of this import stands there, or it is too long.';
    throw new Failure('invalid', 'bad_file_path', sentence, { cause });
  }
}
