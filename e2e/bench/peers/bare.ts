import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { cacheFolder, type Maildir } from '../mail/maildir.ts';
import { startBare } from './bare-process.ts';
import type { PeerRun } from './pairs.ts';
import { residentBytes } from '../report/memory.ts';

/** better-sqlite3 alone stores and indexes the parsed messages of a Maildir; then, with express, it serves a page of them. */
export async function bareInsert(maildir: Maildir): Promise<PeerRun> {
  const folder = join(cacheFolder, 'bare');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'mail.db');
  const words = [join(import.meta.dirname, 'bare-insert.ts'), maildir.path, file];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  const idleBytes = await pageBytes(file);
  rmSync(folder, { recursive: true, force: true });
  return { seconds: (JSON.parse(stdout) as { seconds: number }).seconds, idleBytes };
}

/** What express and better-sqlite3 hold in memory after they have served one page of a database, in bytes. */
async function pageBytes(file: string): Promise<number> {
  const bare = await startBare([join(import.meta.dirname, 'bare-page.ts'), file]);
  try {
    await (await fetch(`http://127.0.0.1:${bare.port}/page`)).text();
    await wait(3_000);
    return residentBytes(bare.pid);
  } finally {
    await bare.kill();
  }
}
