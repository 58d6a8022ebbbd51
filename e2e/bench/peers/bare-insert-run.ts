import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Maildir } from '../mail/maildir.ts';
import { restMemoryBytes } from '../report/memory.ts';
import { startBareProcess } from './bare-process.ts';
import type { PeerRun } from './pairs.ts';

/**
 * better-sqlite3 alone stores and indexes the parsed messages of a Maildir; then, with express, it serves a page of them.
 */
export async function bareInsert(maildir: Maildir): Promise<PeerRun> {
  return withInserted(maildir, async (seconds, file) => ({ seconds, idleBytes: await pageBytes(file) }));
}

/**
 * Seconds in which better-sqlite3 alone stores and indexes the parsed messages of a Maildir. The first run parses them, into
 * the file `rows`.
 */
export async function bareInsertSeconds(maildir: Maildir, rows: string): Promise<number> {
  return withInserted(maildir, async (seconds) => seconds, [rows]);
}

async function withInserted<T>(
  { path }: Maildir,
  work: (seconds: number, file: string) => Promise<T>,
  more: readonly string[] = [],
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-bare-'));
  try {
    const file = join(folder, 'mail.db');
    const words = [join(import.meta.dirname, 'bare-insert.ts'), path, file, ...more];
    const { stdout } = await promisify(execFile)(process.execPath, words);
    return await work((JSON.parse(stdout) as { seconds: number }).seconds, file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The memory of express and better-sqlite3 after they have served one page of a database, in bytes. */
async function pageBytes(file: string): Promise<number> {
  const bare = await startBareProcess([join(import.meta.dirname, 'bare-page.ts'), file]);
  try {
    await (await fetch(`http://127.0.0.1:${bare.port}/page`)).text();
    return await restMemoryBytes(bare.pid);
  } finally {
    await bare.kill();
  }
}
