import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { before, suite, test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { waitLimitMs, until } from '../../daemon/test-until.ts';
import '../../electron/fake/register.ts';
import { testFolder } from '../../daemon/test-folder.ts';
import { packApp, packagesIn, project, type PackedApp } from './packed-app.ts';

const { app, desktop } = await import('../../electron/fake/electron.ts');

/**
 * The bytes the app may add to Electron, beside the runtime of models, which is a library that is not loaded before it is
 * used: a dependency that is included by mistake exceeds this.
 */
const maxBytes = 20_000_000;

const skip = process.platform === 'linux' ? false : 'the packed app is taken apart on Linux';

suite('the package of the app', { skip }, () => {
  let packed: PackedApp;
  before(async () => {
    packed = await packApp(testFolder());
  });

  test('contains what it needs to run', () => {
    const needed = [
      'LICENSE',
      'dist/bundle/licences.txt',
      'dist/bundle/main.cjs',
      'dist/bundle/preload.cjs',
      'dist/bundle/sbom.cdx.json',
      'dist/bundle/utility.cjs',
      'dist/bundle/worker-host.cjs',
      'package.json',
      'resources/locales/en/client.json',
      'web/dist/index.html',
      'web/dist/viewer/viewer.js',
      ...['alert', 'archive', 'bell', 'glass', 'pop', 'sent', 'thud'].map((name) => `resources/chimes/${name}.wav`),
      ...['backup', 'checker', 'embedder', 'indexer', 'ingest', 'reader', 'rules', 'vectors', 'verifier'].map(
        (name) => `dist/bundle/workers/${name}.cjs`,
      ),
    ];
    assert.deepEqual(
      needed.filter((path) => !packed.files.includes(path)),
      [],
    );
    for (const look of ['light', 'dark', 'Template'])
      assert.ok(packed.files.some((path) => path.startsWith('resources/icons/tray/') && path.endsWith(`${look}.png`)));
  });

  test('contains no development files: no sources, tests, maps, or tools', () => {
    const places = /^(package\.json|LICENSE|dist\/bundle\/|web\/dist\/|resources\/|node_modules\/)/;
    const leftovers = /\.(ts|tsx|mts|cts|map|md|gyp|h|cc?|cpp)$|\.test\.|\/(test|tests|docs|src|deps)\//;
    const isWrong = (path: string) => !places.test(path) || leftovers.test(path);
    assert.deepEqual(packed.files.filter(isWrong), []);
    const wanted = ['better-sqlite3', 'keytar', 'onnxruntime-common', 'onnxruntime-node'];
    assert.deepEqual(
      packagesIn(packed).filter((name) => !wanted.includes(name)),
      [],
    );
  });

  test('contains only the programs of its own system, beside the archive, where the system finds them', () => {
    const native = packed.files.filter((path) => /\.(node|exe|dll|dylib|so)$|terminal-notifier$/.test(path));
    const keychain = existsSync(join(project, 'node_modules/keytar/build/Release/keytar.node'));
    assert.deepEqual(native, [
      `node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`,
      ...(keychain ? ['node_modules/keytar/build/Release/keytar.node'] : []),
      `node_modules/onnxruntime-node/bin/napi-v6/linux/${process.arch}/onnxruntime_binding.node`,
    ]);
    const runtime = packed.files.filter((path) => path.includes('libonnxruntime'));
    assert.deepEqual(runtime, [`node_modules/onnxruntime-node/bin/napi-v6/linux/${process.arch}/libonnxruntime.so.1`]);
    assert.ok(packed.unpacked.includes(runtime[0]!));
    assert.deepEqual(
      native.filter((path) => !packed.unpacked.includes(path)),
      [],
    );
    assert.ok(packed.unpacked.includes('resources/chimes/bell.wav'));
  });

  test('the main process starts without the daemon, its database and its parsers', (t) => {
    const bundle = join(packed.folder, 'dist', 'bundle');
    const modules = new Set<string>();
    const packages = new Set<string>();
    const visit = (name: string) => {
      if (modules.has(name)) return;
      modules.add(name);
      // What is required at the beginning of a line is loaded with the module; everything else on demand.
      const required = readFileSync(join(bundle, name), 'utf8').matchAll(
        /^(?:(?:const|let|var) .*?= .*?)?require\("([^"]+)"\)/gm,
      );
      for (const [, path = ''] of required) {
        if (path.startsWith('./')) visit(path.slice(2));
        else if (!path.startsWith('node:')) packages.add(path);
      }
    };
    visit('main.cjs');
    assert.deepEqual([...packages], ['electron']);
    const bytes = [...modules].reduce((sum, name) => sum + statSync(join(bundle, name)).size, 0);
    t.diagnostic(`the main process loads ${(bytes / 1e3).toFixed(0)} kB`);
    assert.ok(bytes < 550_000, `${bytes} bytes are loaded before the window`);
  });

  test('does not contain the path of the folder it was built in', () => {
    const filesWithPath = packed.files.filter((path) => readFileSync(join(packed.folder, path)).includes(project));
    assert.deepEqual(filesWithPath, []);
  });

  test('is small', (t) => {
    const runtime = packed.unpacked
      .filter((path) => path.startsWith('node_modules/onnxruntime-node/bin/'))
      .reduce((sum, path) => sum + statSync(join(packed.resources, 'app.asar.unpacked', path)).size, 0);
    assert.ok(runtime > 10_000_000, 'the runtime of models is there');
    const own = packed.bytes - runtime;
    t.diagnostic(
      `beside Electron the app takes ${(own / 1e6).toFixed(1)} MB, and the runtime of models ${(runtime / 1e6).toFixed(1)} MB`,
    );
    assert.ok(own < maxBytes, `${own} bytes`);
  });

  test('names the licence of every package it contains', () => {
    const text = readFileSync(join(packed.folder, 'dist', 'bundle', 'licences.txt'), 'utf8');
    for (const name of ['better-sqlite3', 'electron-updater', 'express', 'keytar', 'node-notifier', 'react', 'zod'])
      assert.match(text, new RegExp(`^${name} \\d`, 'm'));
    assert.doesNotMatch(text, /terms it does not state/);
  });

  test('its bill of materials names every package with its version, licence and hash', () => {
    const bom = JSON.parse(readFileSync(join(packed.folder, 'dist', 'bundle', 'sbom.cdx.json'), 'utf8')) as {
      bomFormat: string;
      specVersion: string;
      components: { purl: string; licenses?: object[]; hashes?: { content: string }[] }[];
    };
    assert.deepEqual([bom.bomFormat, bom.specVersion], ['CycloneDX', '1.6']);
    const names = bom.components.map(({ purl }) => purl.replace(/^pkg:npm\/(.*)@.*$/, '$1'));
    for (const name of ['better-sqlite3', 'electron', 'electron-updater', 'express', 'keytar', 'react', 'zod'])
      assert.ok(names.includes(name), name);
    assert.ok(names.includes('%40tiptap/react'));
    for (const { purl, licenses, hashes } of bom.components) {
      assert.ok(licenses, purl);
      assert.match(hashes?.[0]?.content ?? '', /^[0-9a-f]{128}$/, purl);
    }
  });

  test('has the launcher of the command line beside it', () => {
    const launcher = join(packed.resources, 'bin', 'posthorn');
    assert.equal(statSync(launcher).mode & 0o111, 0o111);
    assert.ok(existsSync(join(packed.resources, 'bin', 'posthorn.cmd')));
  });

  test('is hardened: the executable is not a Node, takes no options from outside, and loads only its own archive', async () => {
    const { version: _version, resetAdHocDarwinSignature: _reset, ...wire } = await getCurrentFuseWire(packed.program);
    const states = Object.fromEntries(
      Object.entries(wire).map(([fuse, state]) => [FuseV1Options[Number(fuse)], String.fromCharCode(state)]),
    );
    assert.deepEqual(states, {
      RunAsNode: '0',
      EnableCookieEncryption: '0',
      EnableNodeOptionsEnvironmentVariable: '0',
      EnableNodeCliInspectArguments: '0',
      EnableEmbeddedAsarIntegrityValidation: '1',
      OnlyLoadAppFromAsar: '1',
      LoadBrowserProcessSpecificV8Snapshot: '0',
      GrantFileProtocolExtraPrivileges: '0',
    });
  });

  test('without a certificate it is unsigned, and reports that it is', () => {
    assert.match(packed.output, /^Posthorn \S+ for linux is not signed, so it installs no updates\.$/m);
    const manifest = JSON.parse(readFileSync(join(packed.folder, 'package.json'), 'utf8'));
    assert.deepEqual(manifest.posthorn, { signed: false, feed: null });
    assert.equal(manifest.main, 'dist/bundle/main.cjs');
    assert.equal(manifest.devDependencies, undefined);
  });

  test('its native modules load', () => {
    const load = createRequire(join(packed.folder, 'package.json'));
    const Database = load('better-sqlite3') as new (path: string) => { prepare(text: string): { get(): unknown } };
    assert.deepEqual(new Database(':memory:').prepare('SELECT 1 AS one').get(), { one: 1 });
    if (packed.files.includes('node_modules/keytar/build/Release/keytar.node'))
      assert.equal(typeof (load('keytar') as { getPassword: unknown }).getPassword, 'function');
  });

  test('its daemon runs without Electron: a demo answers and shows the page', async (t) => {
    const { url, stop } = await startHeadless(t, packed.folder, { words: ['--demo=500'] });
    await assertServes(url);
    assert.deepEqual(await stop(), [0, null]);
  });

  test('the OAuth clients are those of the build, whatever the environment of the user says', async (t) => {
    const clients = (owner: string) => ({
      POSTHORN_GOOGLE_CLIENT_ID: `google-of-${owner}`,
      POSTHORN_GOOGLE_CLIENT_SECRET: `secret-of-${owner}`,
      POSTHORN_MICROSOFT_CLIENT_ID: `microsoft-of-${owner}`,
    });
    const without = await startHeadless(t, packed.folder, { env: clients('user') });
    assert.deepEqual(await bundledClients(without.url), [false, false]);
    await without.stop();

    const folder = 'bundle-with-clients';
    t.after(() => rmSync(join(project, 'dist', folder), { recursive: true, force: true }));
    const build = spawn(process.execPath, ['bundle.mjs', folder], {
      cwd: project,
      env: { ...process.env, ...clients('build') },
      stdio: 'inherit',
    });
    assert.deepEqual(await once(build, 'exit'), [0, null]);
    const of = (owner: string) =>
      readdirSync(join(project, 'dist', folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.cjs'))
        .map((name) => readFileSync(join(project, 'dist', folder, name), 'utf8'))
        .some((code) => Object.values(clients(owner)).every((value) => code.includes(value)));
    assert.ok(of('build'));
    const withClients = await startHeadless(t, project, { folder, env: clients('user') });
    assert.deepEqual(await bundledClients(withClients.url), [true, true]);
    assert.ok(!of('user'));
    await withClients.stop();
  });

  test('its main process starts the daemon in a separate process, and shows the page that a daemon serves', async (t) => {
    const before = { ...process.env };
    t.after(() => {
      process.env = before;
    });
    Object.assign(process.env, testFolders(testFolder()));
    desktop.isPackaged = true;
    Object.assign(process, { resourcesPath: packed.resources });
    await import(pathToFileURL(join(packed.folder, 'dist', 'bundle', 'main.cjs')).href);
    const url = () => desktop.windows[0]?.url ?? '';
    await until('a window shows the page', () => url().startsWith('http://127.0.0.1:'));
    await assertServes(url());
    app.quit();
    await desktop.quitDone.promise;
    await assert.rejects(fetch(url()));
  });
});

type HeadlessOptions = { folder?: string; words?: readonly string[]; env?: NodeJS.ProcessEnv };

/** Starts the bundled daemon in `dist/FOLDER` below `root`. */
async function startHeadless(
  t: TestContext,
  root: string,
  { folder = 'bundle', words = [], env = {} }: HeadlessOptions,
): Promise<{ url: string; stop(): Promise<unknown[]> }> {
  const child = spawn(process.execPath, [`dist/${folder}/headless.cjs`, ...words, '--bridge-port=0'], {
    cwd: root,
    env: { ...process.env, ...testFolders(testFolder()), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  const firstLine = once(createInterface(child.stdout), 'line', { signal: AbortSignal.timeout(waitLimitMs) });
  const [line] = await Promise.race([firstLine, exited.then(() => ['it ended at its start'])]);
  const url = /http:\S+/.exec(String(line))?.[0];
  assert.ok(url, String(line));
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

/** Whether the build has a client id for Google, and one for Microsoft. */
async function bundledClients(url: string): Promise<unknown[]> {
  const { token } = (await (await fetch(new URL('/api/v1/auth/local-token', url))).json()) as { token: string };
  const discover = async (email: string) => {
    const response = await fetch(new URL('/api/v1/platform/accounts/discover', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ email }),
    });
    const reply = (await response.json()) as { discovery: { provider: { has_client?: boolean } | null } };
    return reply.discovery.provider?.has_client;
  };
  return [await discover('ada@gmail.com'), await discover('ada@outlook.com')];
}

/** The folders of a Posthorn that does not touch the files of the user who runs the tests. */
function testFolders(folder: string) {
  return {
    SVC_CONFIG_DIR: join(folder, 'config'),
    SVC_DATA_DIR: join(folder, 'data'),
    SVC_SOCKET_PATH: join(folder, 's'),
    SVC_KEYCHAIN: 'off',
  };
}

async function assertServes(url: string): Promise<void> {
  const health = (await (await fetch(new URL('/api/v1/health', url))).json()) as { service: string };
  assert.equal(health.service, 'posthorn');
  const page = await fetch(new URL('/', url));
  assert.match(await page.text(), /<script type="module"/);
}
