import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const project = join(import.meta.dirname, '..', '..');

type Target = string | { target: string; arch?: string | string[] };
type Actions = Record<string, { Exec: string }>;
type Config = Record<string, unknown> & {
  files: string[];
  linux: { target: Target[]; executableName: string; desktop: { entry: { Actions: string }; desktopActions: Actions } };
  flatpak: { desktop: { desktopActions: Actions }; baseVersion: string; runtimeVersion: string };
  mac: { target: Target[]; hardenedRuntime: boolean; notarize: boolean; identity?: string };
  win: { target: Target[]; azureSignOptions?: { endpoint: string } };
  nsis: { artifactName: string; buildUniversalInstaller: boolean };
  toolsets: { appimage: string };
  fileAssociations: { ext: string }[];
  extraMetadata: { posthorn: { signed: boolean; feed: object | null } };
  forceCodeSigning: boolean;
  deb: { fpm: string[] };
  rpm: { fpm: string[] };
};

/** The configuration for a platform, which the builder has validated. `secrets` are the variables of the environment. */
async function configFor(platform: NodeJS.Platform, secrets: Record<string, string> = {}): Promise<Config> {
  const { PATH, HOME } = process.env;
  const words = [join(import.meta.dirname, 'builder-config.ts'), platform];
  const { stdout } = await run(process.execPath, words, {
    cwd: project,
    env: { PATH, HOME, ...secrets },
    maxBuffer: 4_000_000,
  });
  return JSON.parse(stdout.split('\n').at(-1) ?? '') as Config;
}

const update = { POSTHORN_UPDATE_REPOSITORY: 'owner/posthorn', POSTHORN_UPDATE_PUBLIC_KEY: 'a-key' };
const mac = {
  CSC_LINK: 'x',
  CSC_KEY_PASSWORD: 'x',
  APPLE_API_KEY: 'x',
  APPLE_API_KEY_ID: 'x',
  APPLE_API_ISSUER: 'x',
};
const azure = {
  AZURE_TENANT_ID: 'x',
  AZURE_CLIENT_ID: 'x',
  AZURE_SIGN_ENDPOINT: 'https://sign.example',
  AZURE_SIGN_ACCOUNT: 'x',
  AZURE_SIGN_PROFILE: 'x',
  AZURE_SIGN_PUBLISHER: 'x',
};
const namesOf = (targets: Target[]) => targets.map((each) => (typeof each === 'string' ? each : each.target));

suite('the configuration of the packages', { concurrency: 2 }, () => {
  test('Linux: AppImage with a sandbox, deb and rpm, with the command line, never installed by the app', async () => {
    const { linux, toolsets, deb, rpm, extraMetadata, fileAssociations } = await configFor('linux', update);
    assert.deepEqual(namesOf(linux.target), ['AppImage', 'deb', 'rpm']);
    // Older runtimes need FUSE 2, and start Chromium without its sandbox.
    assert.equal(toolsets.appimage, '1.0.3');
    assert.notEqual(linux.executableName, 'posthorn');
    for (const { fpm } of [deb, rpm]) {
      const [from = '', to] = fpm[0]?.split('=') ?? [];
      assert.ok(existsSync(join(project, from)), from);
      assert.equal(to, '/usr/bin/posthorn');
    }
    const feed = {
      url: 'https://github.com/owner/posthorn/releases/download/v{version}/',
      page: 'https://github.com/owner/posthorn/releases/latest',
      key: 'a-key',
    };
    assert.deepEqual(extraMetadata.posthorn, { signed: false, feed });
    assert.deepEqual(
      fileAssociations.map(({ ext }) => ext),
      ['eml', 'mbox'],
    );
  });

  test('Linux: the actions of the icon are named in its entry, and start the app with its sandbox in a Flatpak, too', async () => {
    const { linux, flatpak } = await configFor('linux');
    const names = Object.keys(linux.desktop.desktopActions);
    assert.equal(linux.desktop.entry.Actions, `${names.join(';')};`);
    for (const { Exec } of Object.values(linux.desktop.desktopActions))
      assert.match(Exec, /^posthorn-app posthorn:\/\//);
    assert.deepEqual(Object.keys(flatpak.desktop.desktopActions), names);
    for (const { Exec } of Object.values(flatpak.desktop.desktopActions))
      assert.match(Exec, /^electron-wrapper posthorn:\/\//);
    assert.equal(flatpak.baseVersion, flatpak.runtimeVersion);
  });

  test('macOS: a universal dmg and zip, notarized if it is signed, and ad hoc if it is not', async () => {
    const unsigned = await configFor('darwin');
    assert.deepEqual(unsigned.mac.target, [
      { target: 'dmg', arch: 'universal' },
      { target: 'zip', arch: 'universal' },
    ]);
    assert.deepEqual(
      [unsigned.mac.identity, unsigned.mac.notarize, unsigned.extraMetadata.posthorn.feed],
      ['-', false, null],
    );
    const signed = await configFor('darwin', { ...mac, ...update });
    assert.deepEqual(
      [signed.mac.identity, signed.mac.notarize, signed.mac.hardenedRuntime, signed.forceCodeSigning],
      [undefined, true, true, true],
    );
    assert.equal(signed.extraMetadata.posthorn.signed, true);
  });

  test('Windows: an installer for each processor, whose name survives an upload', async () => {
    const unsigned = await configFor('win32');
    assert.deepEqual(unsigned.win.target, [{ target: 'nsis', arch: ['x64', 'arm64'] }]);
    assert.equal(unsigned.nsis.artifactName, '${productName}-Setup-${version}-${arch}.${ext}');
    assert.equal(unsigned.nsis.buildUniversalInstaller, false);
    assert.equal(unsigned.forceCodeSigning, false);
    const trusted = await configFor('win32', { ...azure, ...update });
    assert.equal(trusted.win.azureSignOptions?.endpoint, 'https://sign.example');
    assert.equal(trusted.forceCodeSigning, true);
    assert.ok((await configFor('win32', { WIN_CSC_LINK: 'x', WIN_CSC_KEY_PASSWORD: 'x' })).forceCodeSigning);
  });
});
