import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

/** What happens at a write: it fails, or the process is killed before it. */
type FaultKind = 'ENOSPC' | 'EIO' | 'EROFS' | 'SIGKILL';

export type WriteFault = {
  kind: FaultKind;
  /** The number of the write, counted from 1. */
  at: number;
  /** Whether all later writes fail as well. */
  isLasting: boolean;
};

/** The control of the library that `write-faults.c` describes. */
export type WriteFaults = {
  /** The environment of a process whose writes below a folder are counted. */
  environment(folder: string): NodeJS.ProcessEnv;
  /** Counts from 0, and injects the fault if one is given. */
  arm(fault?: WriteFault): void;
  /** Injects nothing from now on. */
  disarm(): void;
  /** The writes since `arm`. */
  count(): number;
  /** The faults injected since `arm`. */
  injected(): number;
  remove(): void;
};

/** Why no faults can be injected on this machine, as a reason to skip; undefined if they can. */
export function writeFaultsMissing(): string | undefined {
  if (process.platform !== 'linux') return 'peer: faults at single writes are injected on Linux only.';
  return spawnSync('gcc', ['--version']).status === 0
    ? undefined
    : 'peer: gcc is not here, which compiles the library that injects faults at single writes.';
}

/** The byte offsets of the fields of `struct control`. */
const fields = { at: 0, error: 4, lasting: 8, count: 12, injected: 16 };
const controlBytes = 20;

/** Compiles the library into a temporary folder. */
export function buildWriteFaults(): WriteFaults {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-write-faults-'));
  const library = join(folder, 'write-faults.so');
  const source = join(import.meta.dirname, 'write-faults.c');
  const built = spawnSync('gcc', ['-shared', '-fPIC', '-O1', '-Wall', '-o', library, source, '-ldl'], {
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(`write-faults.c could not be compiled: ${built.stderr}`);
  const controlFile = join(folder, 'control');
  writeFileSync(controlFile, Buffer.alloc(controlBytes));
  const control = openSync(controlFile, 'r+');
  const read = (offset: number): number => {
    const value = Buffer.alloc(4);
    readSync(control, value, 0, 4, offset);
    return value.readUInt32LE();
  };
  const write = (offset: number, value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    writeSync(control, bytes, 0, 4, offset);
  };
  const disarm = () => write(fields.at, 0);
  return {
    environment: (watched) => ({
      LD_PRELOAD: library,
      WRITE_FAULT_CONTROL: controlFile,
      WRITE_FAULT_FOLDER: watched,
      // Otherwise the cache of compiled code is in the folder of the data.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'posthorn-compile-cache'),
      // Writes through io_uring are no calls of the C library.
      UV_USE_IO_URING: '0',
    }),
    arm(fault) {
      disarm();
      for (const offset of [fields.count, fields.injected]) write(offset, 0);
      if (!fault) return;
      write(fields.error, fault.kind === 'SIGKILL' ? 0 : constants.errno[fault.kind]);
      write(fields.lasting, Number(fault.isLasting));
      write(fields.at, fault.at);
    },
    disarm,
    count: () => read(fields.count),
    injected: () => read(fields.injected),
    remove() {
      closeSync(control);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
