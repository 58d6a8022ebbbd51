import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config-file.ts';
import { attachmentDir, bridgeTokenFile, downloadDir, instances, resolvePaths, type Environment } from './paths.ts';

const home = '/home/ada';
const linux = (env: Environment = {}, instance?: string) => resolvePaths({ env, platform: 'linux', home, instance });
const config = (toml: string) => {
  const { config: current, explicit } = readConfig(toml, 'config.toml');
  return { current, explicit };
};

test('on Linux the XDG folders hold all files, under the name of the instance', () => {
  const env = { XDG_CONFIG_HOME: '/c', XDG_DATA_HOME: '/d', XDG_RUNTIME_DIR: '/run/user/1000' };
  assert.deepEqual(linux(env), {
    instance: 'posthorn',
    home,
    configDir: '/c/posthorn',
    configFile: '/c/posthorn/config.toml',
    secretsFile: '/c/posthorn/secrets.toml',
    vaultFile: '/c/posthorn/vault.json',
    dataDir: '/d/posthorn',
    tokenDir: '/d/posthorn/tokens',
    socketPath: '/run/user/1000/posthorn/daemon.sock',
    bridgeTokenFile: '/c/posthorn/bridge-token',
    bridgePortFile: '/c/posthorn/bridge-port',
    daemonTokenFile: '/c/posthorn/daemon-token',
    logFile: '/d/posthorn/logs/daemon.log',
    downloadDir: '/home/ada/Downloads',
  });
});

test('on Linux the download folder is that of the environment, else that of user-dirs.dirs, else Downloads', () => {
  const folderOf = (userDirs: string | undefined, env: Environment = {}) =>
    resolvePaths({
      env,
      platform: 'linux',
      home,
      readFile: (file) =>
        file === `${env['XDG_CONFIG_HOME'] ?? '/home/ada/.config'}/user-dirs.dirs` ? userDirs : undefined,
    }).downloadDir;
  const line = (value: string) => `# written by hand\nXDG_DESKTOP_DIR="$HOME/Desktop"\nXDG_DOWNLOAD_DIR=${value}\n`;
  assert.equal(folderOf(line('"$HOME/Téléchargements"')), '/home/ada/Téléchargements');
  assert.equal(folderOf(line('"/srv/down \\"loads\\""')), '/srv/down "loads"');
  assert.equal(folderOf(line('"$HOME/One"') + line('"$HOME/Two/"')), '/home/ada/Two');
  assert.equal(folderOf(line('"$HOME/One"'), { XDG_CONFIG_HOME: '/c' }), '/home/ada/One');
  assert.equal(folderOf(line('"$HOME/One"'), { XDG_DOWNLOAD_DIR: '/mine' }), '/mine');
  for (const unusable of [
    undefined,
    '',
    line('"$HOME"'),
    line('"$HOME/"'),
    line('"relative"'),
    line('"$HOMEother"'),
    line('$HOME/x'),
  ])
    assert.equal(folderOf(unusable), '/home/ada/Downloads', unusable);
});

test('unset, empty and relative XDG folders fall back, the socket into the data folder (checklist 28)', () => {
  for (const value of [undefined, '', 'relative']) {
    const paths = linux({ XDG_CONFIG_HOME: value, XDG_DATA_HOME: value, XDG_RUNTIME_DIR: value });
    assert.equal(paths.configDir, '/home/ada/.config/posthorn');
    assert.equal(paths.dataDir, '/home/ada/.local/share/posthorn');
    assert.equal(paths.socketPath, '/home/ada/.local/share/posthorn/run/daemon.sock');
  }
});

test('release, source and demo share no path, on any system (checklist 27)', () => {
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    const all = Object.values(instances).map((instance) =>
      resolvePaths({ env: { XDG_RUNTIME_DIR: '/run/user/1000' }, platform, home, instance }),
    );
    for (const key of ['configDir', 'dataDir', 'socketPath', 'bridgePortFile', 'secretsFile', 'instance'] as const) {
      assert.equal(new Set(all.map((paths) => paths[key])).size, 3, `${platform} ${key}`);
    }
  }
});

test('SVC_INSTANCE renames every root (checklist 28)', () => {
  const { instance, ...paths } = linux({ SVC_INSTANCE: 'Mail.2', XDG_RUNTIME_DIR: '/run/user/1000' }, 'posthorn-dev');
  assert.equal(instance, 'Mail.2');
  for (const key of ['configDir', 'dataDir', 'socketPath'] as const) assert.match(paths[key], /\/Mail\.2(\/|$)/);
});

test('an invalid name, or a name that would leave the folder, is refused', () => {
  for (const SVC_INSTANCE of ['../x', 'a/b', '.hidden', 'a b', 'x'.repeat(65), 'ä']) {
    assert.throws(() => linux({ SVC_INSTANCE }), { kind: 'invalid', code: 'bad_instance' }, SVC_INSTANCE);
  }
});

test('every path has its variable, and variables for files override variables for folders', () => {
  const env = {
    SVC_CONFIG_DIR: '/x/config',
    SVC_SECRETS_PATH: '/x/s.toml',
    SVC_DATA_DIR: '/x/data',
    SVC_TOKEN_DIR: '/x/oauth',
    SVC_SOCKET_PATH: '/x/sock',
    SVC_BRIDGE_TOKEN_PATH: '/x/bt',
    SVC_BRIDGE_PORT_PATH: '/x/bp',
    SVC_DAEMON_TOKEN_PATH: '/x/dt',
  };
  const paths = linux(env);
  assert.deepEqual(
    [paths.configFile, paths.secretsFile, paths.dataDir, paths.tokenDir, paths.socketPath],
    ['/x/config/config.toml', '/x/s.toml', '/x/data', '/x/oauth', '/x/sock'],
  );
  assert.deepEqual(
    [paths.bridgeTokenFile, paths.bridgePortFile, paths.daemonTokenFile, paths.logFile],
    ['/x/bt', '/x/bp', '/x/dt', '/x/data/logs/daemon.log'],
  );
});

test('SVC_CONFIG_DIR moves the port file and SVC_BRIDGE_PORT_PATH overrides it (checklist 2)', () => {
  assert.equal(linux({ SVC_CONFIG_DIR: '/x' }).bridgePortFile, '/x/bridge-port');
  assert.equal(linux({ SVC_CONFIG_DIR: '/x', SVC_BRIDGE_PORT_PATH: '/y' }).bridgePortFile, '/y');
  assert.equal(linux({ SVC_DATA_DIR: '/x' }).bridgePortFile, '/home/ada/.config/posthorn/bridge-port');
});

test('on macOS all files are in the support folder, and a socket path that is too long is avoided or refused (checklist 29)', () => {
  const mac = (home: string, env: Environment = {}) => resolvePaths({ env, platform: 'darwin', home, user: 501 });
  const support = '/Users/ada/Library/Application Support/posthorn';
  const { configDir, dataDir, socketPath } = mac('/Users/ada');
  assert.deepEqual([configDir, dataDir, socketPath], [support, support, `${support}/daemon.sock`]);

  const rest = '/Library/Application Support/posthorn/daemon.sock'.length;
  assert.equal(mac(`/${'a'.repeat(102 - rest)}`).socketPath.length, 103);
  const tooLong = `/${'a'.repeat(103 - rest)}`;
  assert.match(mac(tooLong).socketPath, /^\/tmp\/posthorn-501\/[0-9a-f]{16}\.sock$/);
  assert.equal(mac(tooLong).socketPath, mac(tooLong).socketPath);
  assert.notEqual(mac(tooLong, { SVC_INSTANCE: 'posthorn-dev' }).socketPath, mac(tooLong).socketPath);
  const given = { SVC_SOCKET_PATH: `/${'s'.repeat(103)}` };
  assert.throws(() => mac('/Users/ada', given), { code: 'socket_path_too_long', message: /SVC_SOCKET_PATH/ });
  assert.equal(mac(tooLong, { SVC_SOCKET_PATH: '/tmp/s' }).socketPath, '/tmp/s');
});

test('on Windows settings are in the roaming folder, data is in the local one, and the socket is a named pipe', () => {
  const env = { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming', LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local' };
  const windowsHome = 'C:\\Users\\ada';
  const paths = resolvePaths({ env, platform: 'win32', home: windowsHome });
  assert.equal(paths.configFile, 'C:\\Users\\ada\\AppData\\Roaming\\posthorn\\config.toml');
  assert.equal(paths.logFile, 'C:\\Users\\ada\\AppData\\Local\\posthorn\\logs\\daemon.log');
  assert.match(paths.socketPath, /^\\\\\.\\pipe\\posthorn-[0-9a-f]{16}$/);
  const { socketPath: bobs } = resolvePaths({ env: {}, platform: 'win32', home: 'C:\\Users\\bob' });
  assert.notEqual(bobs, paths.socketPath);
  assert.deepEqual(resolvePaths({ env: {}, platform: 'win32', home: windowsHome }), paths);
});

test('token_path overrides SVC_BRIDGE_TOKEN_PATH, which overrides SVC_CONFIG_DIR (checklist 20)', () => {
  const folder = linux({ SVC_CONFIG_DIR: '/x' });
  const variable = linux({ SVC_CONFIG_DIR: '/x', SVC_BRIDGE_TOKEN_PATH: '/y/token' });
  assert.equal(bridgeTokenFile(folder, config('')), '/x/bridge-token');
  assert.equal(bridgeTokenFile(variable, config('[bridge]\nport = 1')), '/y/token');
  assert.equal(bridgeTokenFile(variable, config('bridge.token_path = "/z"')), '/z');
  assert.equal(bridgeTokenFile(variable, config('bridge.token_path = "bridge-token"')), '/x/bridge-token');
});

test('a path in the file may begin with ~/ or be relative to the config folder', () => {
  const paths = linux({ SVC_CONFIG_DIR: '/x' });
  const at = (path: string) => bridgeTokenFile(paths, config(`bridge.token_path = "${path}"`));
  assert.deepEqual(['~/t', 'keys/t', '../t', '/t', '~t'].map(at), ['/home/ada/t', '/x/keys/t', '/t', '/t', '/x/~t']);
});

test('the attachment cache and the folder for saved files are different (checklist 32)', () => {
  const paths = linux();
  assert.equal(attachmentDir(paths, config('').current), '/home/ada/.local/share/posthorn/attachments');
  assert.equal(downloadDir(paths, config('').current), '/home/ada/Downloads');
  const { current } = config('general = { attachment_dir = "~/cache", download_dir = "/saved" }');
  assert.deepEqual([attachmentDir(paths, current), downloadDir(paths, current)], ['/home/ada/cache', '/saved']);
});
