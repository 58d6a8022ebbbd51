import { link, mkdir, open, readdir, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isMissing } from '../../config/private-file.ts';

/** The path of an export until it is complete. Several instances may share the folder. */
function partialPath(folder: string, instance: string, file: string): string {
  return join(folder, `.exporting-${instance}-${file}`);
}

/** Removes the partial files and folders of a killed process. */
export async function removePartialFiles(folder: string, instance: string): Promise<void> {
  const prefix = `.exporting-${instance}-posthorn-export-`;
  const names = await readdir(folder).catch((failed: unknown) => {
    if (isMissing(failed)) return [];
    throw failed;
  });
  for (const name of names) if (name.startsWith(prefix)) await rm(join(folder, name), { recursive: true, force: true });
}

/**
 * Writes `bytes` to a temporary file in `folder`, and renames it once it is complete to `file` or, if that name is taken, a
 * numbered name. Returns the name. A failure leaves nothing.
 */
export async function writeExportFile(
  folder: string,
  { instance, file }: { instance: string; file: string },
  bytes: AsyncIterable<Uint8Array>,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const partial = partialPath(folder, instance, file);
  try {
    await rm(partial, { recursive: true, force: true });
    await writeFlushed(partial, bytes);
    return await linkUnderFreeName(partial, folder, file);
  } finally {
    await rm(partial, { force: true });
  }
}

/**
 * Has `write` fill a temporary folder in `folder`, and renames it once it is complete to `name` or, if that name is taken, a
 * numbered name. Returns the name. A failure leaves nothing.
 */
export async function writeExportFolder(
  folder: string,
  { instance, name }: { instance: string; name: string },
  write: (partial: string) => Promise<void>,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const partial = partialPath(folder, instance, name);
  try {
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial, { mode: 0o700 });
    await write(partial);
    const final = await unusedName(folder, name);
    await rename(partial, join(folder, final));
    return final;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

async function unusedName(folder: string, name: string): Promise<string> {
  const taken = new Set(await readdir(folder));
  const names = [name, ...Array.from({ length: 999 }, (_, index) => `${name}-${index + 2}`)];
  const free = names.find((each) => !taken.has(each));
  if (free === undefined) throw new Error('a thousand exports have that name');
  return free;
}

/** Writes a new file that only its owner can read, and flushes it to the disk. */
export async function writeFlushed(
  file: string,
  bytes: AsyncIterable<Uint8Array> | readonly Uint8Array[],
): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, 'wx', 0o600);
  try {
    for await (const piece of bytes) await handle.writeFile(piece);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Unlike a rename, a link never overwrites a file. */
async function linkUnderFreeName(partial: string, folder: string, file: string): Promise<string> {
  const [, stem = file, extension = ''] = /^(.*)(\.\w+)$/.exec(file) ?? [];
  for (let number = 1; number < 1000; number++) {
    const name = number === 1 ? file : `${stem}-${number}${extension}`;
    try {
      await link(partial, join(folder, name));
      await unlink(partial);
      return name;
    } catch (failed) {
      if (!(failed instanceof Error && 'code' in failed && failed.code === 'EEXIST')) throw failed;
    }
  }
  throw new Error('a thousand exports have that name');
}
