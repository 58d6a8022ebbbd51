import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let root: string | undefined;

/** An empty folder. All of these folders are removed when the test process ends, even if files in them are still open. */
export function testFolder(): string {
  if (root === undefined) {
    const made = (root = mkdtempSync(join(tmpdir(), 'posthorn-test-')));
    process.once('exit', () => rmSync(made, { recursive: true, force: true, maxRetries: 3 }));
  }
  return mkdtempSync(join(root, 'folder-'));
}
