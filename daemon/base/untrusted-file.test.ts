import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { markUntrusted } from './untrusted-file.ts';

test('a saved file has the mark of each system, and a disk without marks keeps the file', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-mark-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'menu.pdf');
  writeFileSync(file, 'soup');

  assert.equal(await markUntrusted(file, { platform: 'win32' }), true);
  // Elsewhere a stream is a file of that name.
  assert.match(readFileSync(`${file}:Zone.Identifier`, 'utf8'), /^\[ZoneTransfer\]\r\nZoneId=3\r\n$/);

  const calls: unknown[] = [];
  const run = async (program: string, args: readonly string[]) => void calls.push([program, ...args]);
  const now = new Date('2026-03-10T12:00:00Z');
  assert.equal(await markUntrusted(file, { platform: 'darwin', run, now }), true);
  const [[program, option, name, value, path]] = calls as [string[]];
  assert.deepEqual([program, option, name, path], ['/usr/bin/xattr', '-w', 'com.apple.quarantine', file]);
  assert.match(value ?? '', /^0081;69b007c0;Posthorn;[0-9A-F-]{36}$/);

  const refuse = async () => assert.fail('Operation not supported');
  assert.equal(await markUntrusted(file, { platform: 'darwin', run: refuse }), false);
  assert.equal(await markUntrusted(join(folder, 'none', 'x'), { platform: 'win32' }), false);
  assert.equal(await markUntrusted(file, { platform: 'linux', run: refuse }), false);
  assert.equal(readFileSync(file, 'utf8'), 'soup');
});
