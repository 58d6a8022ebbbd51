import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { logFatalError } from './fatal-error-log.ts';

test('an error that ends the daemon process is in its log, also if the log cannot be written', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-last-words-'));
  const output: string[] = [];
  t.mock.method(process.stderr, 'write', (text: string) => output.push(text));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  logFatalError(new RangeError('out of reach'), 'posthorn-dev', { ...process.env, SVC_DATA_DIR: folder });
  const line: unknown = JSON.parse(readFileSync(join(folder, 'logs', 'daemon.log'), 'utf8'));
  assert.match(JSON.stringify(line), /"level":60.*RangeError.*out of reach/);
  logFatalError('just a text', 'posthorn-dev', { ...process.env, SVC_DATA_DIR: '/dev/null/nowhere' });
  assert.match(output.join(''), /RangeError: out of reach[\s\S]*just a text\nThe log [^\n]* can’t be written: /);
});
