import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { ensureToken, removeIfUnchanged, restrictToOwner, writePrivately } from './private-file.ts';

const posix = process.platform === 'win32' ? 'Windows has no file modes' : false;
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('a token is created once, with its folders, and never changes', (context) => {
  const file = join(folder(context), 'a', 'b', 'token');
  const first = ensureToken(file);
  assert.match(first.token, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.deepEqual([first.created, first.tightened], [true, false]);
  assert.equal(readFileSync(file, 'utf8'), `${first.token}\n`);
  assert.deepEqual(ensureToken(file), { token: first.token, created: false, tightened: false });
});

test('a token is readable by its owner only', { skip: posix }, (context) => {
  const file = join(folder(context), 'a', 'token');
  ensureToken(file);
  assert.deepEqual([modeOf(file), modeOf(join(file, '..'))], ['600', '700']);
});

test('permissive modes are tightened and reported once (checklist 26)', { skip: posix }, (context) => {
  const file = join(folder(context), 'token');
  writeFileSync(file, '  a-token-of-the-owner\r\n');
  for (const mode of [0o644, 0o660, 0o604]) {
    chmodSync(file, mode);
    assert.deepEqual(ensureToken(file), { token: 'a-token-of-the-owner', created: false, tightened: true });
    assert.equal(modeOf(file), '600');
    assert.equal(restrictToOwner(file), false);
  }
});

test('a token of 8 characters is accepted, as users and test harnesses choose them', (context) => {
  const file = join(folder(context), 'token');
  for (const token of ['8letters', 'e2e-test-1234']) {
    writeFileSync(file, `${token}\n`, { mode: 0o600 });
    assert.equal(ensureToken(file).token, token);
  }
});

test('an empty file gets a new token', (context) => {
  const file = join(folder(context), 'token');
  writeFileSync(file, ' \n', { mode: 0o600 });
  const { token, created } = ensureToken(file);
  assert.equal(created, true);
  assert.equal(ensureToken(file).token, token);
});

test('an invalid token is reported and not replaced', (context) => {
  const inside = folder(context);
  mkdirSync(join(inside, 'folder'), { mode: 0o755 });
  writeFileSync(join(inside, 'binary'), 'a\nb');
  writeFileSync(join(inside, 'half'), '7a0c7d3');
  writeFileSync(join(inside, 'huge'), 'a'.repeat(1001));
  for (const name of ['folder', 'binary', 'binary/below', 'half', 'huge']) {
    assert.throws(() => ensureToken(join(inside, name)), { kind: 'unavailable', code: 'token_unusable' }, name);
  }
  assert.equal(readFileSync(join(inside, 'binary'), 'utf8'), 'a\nb');
  if (!posix) assert.equal(modeOf(join(inside, 'folder')), '755');
});

test('writing replaces the whole file, tightens its mode and leaves no temporary file', (context) => {
  const inside = folder(context);
  const file = join(inside, 'port');
  writeFileSync(file, 'a much longer text than before', { mode: 0o644 });
  writePrivately(file, '1');
  assert.equal(readFileSync(file, 'utf8'), '1');
  if (!posix) assert.equal(modeOf(file), '600');
  mkdirSync(join(inside, 'taken'));
  assert.throws(() => writePrivately(join(inside, 'taken'), '1'));
  assert.deepEqual(readdirSync(inside).sort(), ['port', 'taken']);
});

test('a file is removed only while it holds the expected text (checklist 4)', (context) => {
  const file = join(folder(context), 'port');
  writePrivately(file, '4711');
  assert.equal(removeIfUnchanged(file, '4712'), false);
  assert.equal(readFileSync(file, 'utf8'), '4711');
  assert.equal(removeIfUnchanged(file, '4711'), true);
  assert.equal(removeIfUnchanged(file, '4711'), false);
});

function folder(context: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), 'posthorn-private-'));
  context.after(() => rmSync(made, { recursive: true }));
  return made;
}
