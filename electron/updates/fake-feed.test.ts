import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createServer, type OutgoingHttpHeaders, type RequestOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import '../fake/register.ts';
import { NodeHttpExecutor } from 'builder-util';
import { configureRequestUrl, type CancellationToken, type GenericServerOptions } from 'builder-util-runtime';
import type { AppUpdater } from 'electron-updater';
import { silentLog } from '../../daemon/base/log.ts';
import { testFolder } from '../../daemon/test-folder.ts';
import { until } from '../../daemon/test-until.ts';
import { feedFileName, verifyFeed } from './signed-feed.ts';
import { createUpdates } from './updater.ts';

// electron-updater itself, for Windows, against a feed of this process.

type UpdaterModule = { NsisUpdater: new (options: GenericServerOptions | null, app: object) => AppUpdater };
const { NsisUpdater } = (await import('electron-updater')).default as unknown as UpdaterModule;

type DownloadOptions = { headers?: OutgoingHttpHeaders; cancellationToken: CancellationToken };

/** Node's HTTP in place of Electron's. */
class TestHttp extends NodeHttpExecutor {
  download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return options.cancellationToken.createPromise((resolve, reject, onCancel) => {
      const request: RequestOptions = { ...(options.headers && { headers: options.headers }) };
      configureRequestUrl(url, request);
      const callback = (error: Error | null) => (error ? reject(error) : resolve(destination));
      this.doDownload(request, { destination, options, onCancel, callback, responseHandler: null }, 0);
    });
  }
}

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const sha512 = (bytes: Buffer) => createHash('sha512').update(bytes).digest('base64');

suite('an update from a feed', () => {
  /** What the server has, by path. */
  const served = new Map<string, Buffer>();
  const requested: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    const [path = ''] = url.split('?');
    requested.push(path);
    const bytes = served.get(path);
    response.writeHead(bytes ? 200 : 404, { 'content-length': bytes?.length ?? 0 }).end(bytes);
  });
  before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  after(() => server.close());
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  /** Puts a release on the server. `signedText` is what the release key signs, by default the feed. */
  type Release = { installer?: Buffer; file?: Buffer; signedText?: string };

  function release(version: string, { installer = Buffer.alloc(300_000, version), file, signedText }: Release = {}) {
    served.clear();
    requested.length = 0;
    const name = `Posthorn-Setup-${version}-${process.arch}.exe`;
    const text = [
      `version: ${version}`,
      'files:',
      `  - url: ${name}`,
      `    sha512: ${sha512(installer)}`,
      `    size: ${installer.length}`,
      `path: ${name}`,
      `sha512: ${sha512(installer)}`,
      "releaseDate: '2026-11-26T00:00:00.000Z'",
      '',
    ].join('\n');
    served.set('/latest.yml', Buffer.from(text));
    const signature = sign(null, Buffer.from(signedText ?? text), privateKey).toString('base64');
    served.set('/latest.yml.sig', Buffer.from(`${signature}\n`));
    served.set(`/${name}`, file ?? installer);
    return { name, installer, text };
  }

  function openUpdates() {
    const folder = testFolder();
    const updater = new NsisUpdater(
      { provider: 'generic', url: address() },
      {
        version: '1.0.0',
        name: 'posthorn',
        isPackaged: true,
        appUpdateConfigPath: join(folder, 'app-update.yml'),
        userDataPath: folder,
        baseCachePath: folder,
        whenReady: async () => undefined,
        quit: () => undefined,
        relaunch: () => undefined,
        onQuit: () => undefined,
      },
    );
    Object.assign(updater, { httpExecutor: new TestHttp(), _testOnlyOptions: { platform: 'win32' } });
    updater.setFeedURL({ provider: 'generic', url: address() });
    // Without an installed version there is nothing to compute a difference from.
    Object.assign(updater, { disableDifferentialDownload: true });
    // The name of the cache is in the file that is packed with an app.
    Object.assign(updater, { configOnDisk: { value: Promise.resolve({ updaterCacheDirName: 'updates' }) } });
    const feed = { url: address(), key, page: address() };
    const updates = createUpdates({
      mode: { kind: 'install', host: '127.0.0.1' },
      load: async () => updater,
      verify: (info) => verifyFeed(info, { feed, file: feedFileName('win32', 'x64'), fetchUrl: fetch }),
      shutDown: async () => undefined,
      relaunch: () => undefined,
      log: silentLog,
    });
    updates.setPolicy({ check: 'daily', download: true });
    const downloaded = () => {
      const pending = join(folder, 'updates', 'pending');
      return existsSync(pending) ? readdirSync(pending).filter((name) => name.endsWith('.exe')) : [];
    };
    /** Checks, and resolves with the state in which the update ends. */
    const run = async () => {
      await updates.check();
      await until('the update has ended', () => !['available', 'downloading'].includes(updates.state().state));
      return updates.state();
    };
    return { run, downloaded, pending: join(folder, 'updates', 'pending') };
  }

  test('from N to N+1: it is downloaded whole, and ready to be installed', async () => {
    const { name, installer } = release('1.1.0');
    const { run, downloaded, pending } = openUpdates();
    assert.deepEqual(await run(), { state: 'ready', version: '1.1.0' });
    assert.deepEqual(downloaded(), [name]);
    assert.ok(readFileSync(join(pending, name)).equals(installer));
  });

  test('the same version and an older one are no updates', async () => {
    for (const version of ['1.0.0', '0.9.9']) {
      release(version);
      const { run, downloaded } = openUpdates();
      assert.deepEqual(await run(), { state: 'none' });
      assert.deepEqual(downloaded(), []);
      assert.deepEqual(requested, ['/latest.yml']);
    }
  });

  test('a damaged, a shortened and a missing download are not installed, and the next check may succeed', async () => {
    const whole = Buffer.alloc(300_000, '1.1.0');
    const damaged = Buffer.from(whole);
    damaged.writeUInt8(0, 150_000);
    for (const file of [damaged, whole.subarray(0, 1_000), undefined]) {
      const { name } = release('1.1.0', { installer: whole, ...(file && { file }) });
      if (!file) served.delete(`/${name}`);
      const { run, downloaded } = openUpdates();
      assert.equal((await run()).state, 'failed');
      assert.deepEqual(downloaded(), []);
      release('1.1.0', { installer: whole });
      assert.deepEqual(await run(), { state: 'ready', version: '1.1.0' });
    }
  });

  test('an offer that the release key has not signed is not downloaded', async () => {
    const forgeries: [string, () => void][] = [
      ['another feed', () => release('1.1.0', { signedText: 'version: 1.1.0\n' })],
      ['no signature', () => release('1.1.0') && served.delete('/latest.yml.sig')],
      ['a damaged signature', () => release('1.1.0') && served.set('/latest.yml.sig', Buffer.from('x'))],
    ];
    for (const [what, forge] of forgeries) {
      forge();
      const { run, downloaded } = openUpdates();
      const state = await run();
      assert.match(state.state === 'failed' ? state.reason : state.state, /isn’t from Posthorn’s makers/, what);
      assert.deepEqual(downloaded(), []);
      assert.deepEqual(
        requested.filter((path) => path.endsWith('.exe')),
        [],
      );
    }
  });

  test('a feed that was signed for another version or other files vouches for nothing', async () => {
    const { text } = release('1.1.0');
    const feed = { url: address(), key, page: address() };
    const check = (version: string, hash: string) =>
      verifyFeed(
        { version, files: [{ url: 'x', sha512: hash }], path: '', sha512: hash, releaseDate: '' },
        { feed, file: 'latest.yml', fetchUrl: fetch },
      );
    const [, hash = ''] = /sha512: (\S+)/.exec(text) ?? [];
    await check('1.1.0', hash);
    await assert.rejects(check('1.2.0', hash), /another version/);
    await assert.rejects(check('1.1.0', 'other'), /other files/);
  });
});
