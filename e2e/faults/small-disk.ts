import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { diskProblemOf } from '../../daemon/base/disk-failure.ts';
import { testFolder } from '../../daemon/test-folder.ts';

/** A file system of its own, in memory. */
export type SmallDisk = {
  folder: string;
  /** Writes until nothing fits any more, beside what was written before. */
  fill(): void;
  /** Removes what `fill` has written. */
  empty(): void;
  setReadOnly(isReadOnly: boolean): void;
  remove(): void;
};

/** Why no file system can be mounted on this machine, as a reason to skip; undefined if it can. */
export function smallDiskMissing(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux mounts a small file system.';
  const folder = testFolder();
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status !== 0)
    return 'no file system can be mounted here.';
  run('umount', [folder]);
  return undefined;
}

export function makeSmallDisk(megabytes: number): SmallDisk {
  const folder = testFolder();
  run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'a');
      try {
        for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 2)) writeWhilePossible(file, size);
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(ballast, { force: true }),
    setReadOnly: (isReadOnly) => run('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder]),
    remove: () => run('umount', ['--lazy', folder]),
  };
}

function writeWhilePossible(file: number, size: number): void {
  try {
    for (;;) writeSync(file, Buffer.alloc(size));
  } catch (thrown) {
    if (diskProblemOf(thrown) !== 'disk_full') throw thrown;
  }
}

function run(command: string, words: string[]): void {
  const { status, stderr } = spawnSync(command, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')}: ${stderr}`);
}
