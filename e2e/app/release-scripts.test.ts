import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../daemon/test-folder.ts';
import { verifyFeed } from '../../electron/updates/signed-feed.ts';

const project = join(import.meta.dirname, '..', '..');
const keychain = join(project, 'node_modules', 'keytar', 'build', 'Release', 'keytar.node');

function run(script: string, words: string[], env: Record<string, string> = {}) {
  const program = join(project, 'resources', 'packaging', script);
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    cwd: project,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...env },
  });
  return { status, stdout, stderr };
}

/** Packages with a feed as electron-builder writes it. */
function packages() {
  const folder = testFolder();
  const entry = (name: string) => {
    const bytes = Buffer.from(`the content of ${name}`);
    writeFileSync(join(folder, name), bytes);
    const sha512 = createHash('sha512').update(bytes).digest('base64');
    return { name, sha512, text: `  - url: ${name}\n    sha512: ${sha512}\n    size: ${bytes.length}\n` };
  };
  const entries = ['x64', 'arm64'].map((arch) => entry(`Posthorn-Setup-1.1.0-${arch}.exe`));
  const [first] = entries;
  const text = `version: 1.1.0\nfiles:\n${entries.map((each) => each.text).join('')}path: ${first?.name}\nsha512: ${first?.sha512}\nreleaseDate: '2026-11-26T00:00:00.000Z'\n`;
  const feed = join(folder, 'latest.yml');
  writeFileSync(feed, text);
  return { folder, feed, text, entries };
}

test('a release whose feed names a missing, changed or badly named file fails', () => {
  const { folder, feed, text, entries } = packages();
  assert.equal(run('check-feeds.mjs', [folder]).status, 0);
  for (const [broken, reason] of [
    [text.replaceAll('-arm64', '-ia32'), /-ia32\.exe does not exist/],
    [text.replaceAll('Posthorn-Setup', 'Posthorn Setup'), /would change in an upload/],
    [text.replace(/sha512: \w/, 'sha512: -'), /has another hash/],
    [text.replace(/size: \d+/, 'size: 1'), /has \d+ bytes/],
    [text.replace(/path: .*/, 'path: other.exe'), /none of its files/],
    ['version: 1.1.0\n', /names no file/],
  ] as const) {
    writeFileSync(feed, broken);
    const { status, stderr } = run('check-feeds.mjs', [folder]);
    assert.equal(status, 1);
    assert.match(stderr, reason);
  }
  writeFileSync(feed, text);
  rmSync(join(folder, entries[1]?.name ?? ''));
  assert.equal(run('check-feeds.mjs', [folder]).status, 1);
  rmSync(feed);
  assert.match(run('check-feeds.mjs', [folder]).stderr, /There is no feed/);
});

test('the app accepts a feed that the release has signed, and a key of another build signs nothing', async () => {
  const { folder, feed, entries } = packages();
  const { stdout } = run('sign-feeds.mjs', ['--new-key']);
  const keys = Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => /^(\w+)=(.*)$/.exec(line)?.slice(1) ?? []),
  );
  assert.notEqual(run('sign-feeds.mjs', [folder]).status, 0);
  const { stdout: others } = run('sign-feeds.mjs', ['--new-key']);
  const [, other = ''] = /PUBLIC_KEY=(.*)/.exec(others) ?? [];
  const mismatch = run('sign-feeds.mjs', [folder], { ...keys, POSTHORN_UPDATE_PUBLIC_KEY: other });
  assert.match(mismatch.stderr, /does not belong to POSTHORN_UPDATE_PUBLIC_KEY/);
  assert.equal(existsSync(`${feed}.sig`), false);

  assert.equal(run('sign-feeds.mjs', [folder], keys).status, 0);
  const fetchUrl = async (url: string) => new Response(readFileSync(join(folder, new URL(url).pathname.slice(1))));
  const files = entries.map(({ name: url, sha512 }) => ({ url, sha512 }));
  const info = { version: '1.1.0', files, path: '', sha512: '', releaseDate: '' };
  const address = { url: 'https://updates.example/', page: 'https://updates.example/' };
  const accept = (key: string) => verifyFeed(info, { feed: { ...address, key }, file: 'latest.yml', fetchUrl });
  await accept(keys['POSTHORN_UPDATE_PUBLIC_KEY'] ?? '');
  await assert.rejects(accept(other), /another feed/);
});

test(
  'a release without the keychain’s module fails',
  { skip: !existsSync(keychain) && 'the module is not built' },
  () => {
    const { status, stdout } = run('check-keychain.mjs', [keychain]);
    assert.equal(status, 0);
    assert.match(stdout, /keytar\.node loads/);
    const folder = testFolder();
    assert.match(run('check-keychain.mjs', [join(folder, 'keytar.node')]).stderr, /does not exist/);
    const newer = join(folder, 'newer.node');
    writeFileSync(newer, '\x7fELF GLIBC_2.40');
    assert.match(run('check-keychain.mjs', [newer]).stderr, /needs version 2\.40/);
  },
);
