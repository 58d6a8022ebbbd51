import { statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

/** Room on the disk of a folder, in bytes, for who is no administrator. */
export async function freeBytesOf(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    // Some file systems do not say.
    return null;
  }
}

/** As `freeBytesOf`, at once. */
export function freeBytesIn(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    // Some file systems do not say.
    return null;
  }
}
