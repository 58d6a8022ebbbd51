import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { Failure } from '../../daemon/base/failure.ts';
import { testFolder } from '../../daemon/test-folder.ts';
import { until } from '../../daemon/test-until.ts';
import { startHeadless } from '../../headless/start.ts';
import { makeHome, startDaemon, type Home } from '../daemon-process.ts';
import {
  unreadableState,
  linkTargetHash,
  files,
  describeFile,
  applyFileState,
  fileStates,
  type FileName,
  type FileState,
} from './file-states.ts';

const names = Object.keys(files) as FileName[];

describe('a killed daemon restarts with its files in unusual states', () => {
  let home: Home;

  before(async () => {
    home = makeHome([]);
    writeFileSync(join(home.configDir, 'config.toml'), '# Mine.\n[general]\nsync_interval = 60\n');
    writeFileSync(join(home.configDir, 'secrets.toml'), '[passwords]\nhome = "letmein"\n', { mode: 0o600 });
    const daemon = await startDaemon(home, { caFile: '' });
    await daemon.kill();
    for (const name of names) assert.ok(existsSync(join(dirname(home.dataDir), files[name])), name);
  });
  after(() => home.remove());

  /** The files of the killed daemon, in a separate folder. */
  function leftBehind(): string {
    const folder = testFolder();
    cpSync(dirname(home.dataDir), folder, { recursive: true, filter: (path) => !statSync(path).isSocket() });
    return folder;
  }

  for (const [state, odd] of Object.entries(fileStates)) test(state, () => survive(odd));

  test('without any permissions', { skip: process.getuid?.() === 0 && 'root may read every file' }, () =>
    survive(unreadableState),
  );

  async function survive(odd: FileState): Promise<void> {
    await runs(
      names.filter((name) => !(name in odd.outcomes)),
      odd,
    );
    for (const name of names) {
      if (odd.outcomes[name] === 'keeps its last good text') await keepsLastGoodText(name, odd);
      if (odd.outcomes[name] === 'has no bridge') await hasNoBridge(name, odd);
      if (odd.outcomes[name] === 'is refused') await isRefused(name, odd);
    }
  }

  async function runs(odd: FileName[], state: FileState): Promise<void> {
    const folder = leftBehind();
    applyFileState(folder, odd, state);
    const before = odd.map((name) => linkTargetHash(folder, name));
    const headless = await startOn(folder);
    const { url, trouble } = headless.bridge();
    assert.equal(trouble, null);
    const place = (name: FileName) => join(folder, files[name]);
    const token = readFileSync(place('bridge-token'), 'utf8').trim();
    const answer = await fetch(`${url}/api/v1/admin/status`, { headers: { authorization: `Bearer ${token}` } });
    assert.equal(answer.status, 200);
    assert.equal(`http://127.0.0.1:${readFileSync(place('bridge-port'), 'utf8')}`, `${url}\n`);
    for (const name of ['bridge-token', 'daemon-token', 'bridge-port'] as const)
      if (statSync(place(name)).isFile()) assert.equal(statSync(place(name)).mode & 0o777, 0o600, name);
    assert.equal(JSON.parse(readFileSync(place('identity.json'), 'utf8')).pid, process.pid);
    await headless.close();
    assert.ok(!existsSync(place('bridge-port')));
    // The target of a link must not be replaced.
    odd.forEach((name, index) => {
      if (before[index] !== undefined) assert.equal(linkTargetHash(folder, name), before[index], name);
    });
  }

  async function keepsLastGoodText(name: FileName, state: FileState): Promise<void> {
    const { url, trouble } = await bridgeWith(name, state);
    assert.deepEqual([url === null, trouble], [false, null]);
  }

  async function hasNoBridge(name: FileName, state: FileState): Promise<void> {
    const { url, trouble } = await bridgeWith(name, state);
    assert.equal(url, null);
    assert.match(String(trouble), new RegExp(`^[^\\n]*${name}[^\\n]*\\.$`));
  }

  /** The bridge of a daemon that starts with a file in this state. The start leaves the file itself to the user. */
  async function bridgeWith(name: FileName, state: FileState) {
    const folder = leftBehind();
    applyFileState(folder, [name], state);
    const before = describeFile(folder, name);
    const headless = await startOn(folder);
    const bridge = headless.bridge();
    await headless.close();
    assert.equal(describeFile(folder, name), before);
    return bridge;
  }

  async function isRefused(name: FileName, state: FileState): Promise<void> {
    const folder = leftBehind();
    applyFileState(folder, [name], state);
    const before = describeFile(folder, name);
    const refusal = await startOn(folder).then(
      () => assert.fail(`It started, whatever ${name} is.`),
      (thrown: unknown) => thrown,
    );
    assert.ok(refusal instanceof Failure, String(refusal));
    assert.match(refusal.message, new RegExp(`^[^\\n]*${name.replace('.', '\\.')}[^\\n]*\\.$`));
    assert.equal(describeFile(folder, name), before);
  }

  test('the port of another program is never taken for the own one', async (t) => {
    let visits = 0;
    const otherServer = createServer((socket) => {
      visits++;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    t.after(() => otherServer.close());
    await once(otherServer, 'listening');
    const { port } = otherServer.address() as AddressInfo;
    const folder = leftBehind();
    const portFile = join(folder, files['bridge-port']);
    writeFileSync(portFile, `${port}\n`);
    const anywhere = await startOn(folder);
    assert.notEqual(Number(readFileSync(portFile, 'utf8')), port);
    await anywhere.close();
    writeFileSync(portFile, `${port}\n`);
    const started = await startOn(folder, port);
    assert.match(String(started.bridge().trouble), new RegExp(`^Port ${port} `));
    assert.ok(!existsSync(portFile));
    await started.close();
    assert.equal(visits, 0);
  });

  test('a reader of the port file during restarts finds a bound port, or none (checklist 4)', async () => {
    const folder = leftBehind();
    const { found, stop } = await readRepeatedly(join(folder, files['bridge-port']));
    const bound = new Set([readFileSync(join(folder, files['bridge-port']), 'utf8')]);
    for (let restart = 0; restart < 20; restart++) {
      const headless = await startOn(folder);
      const port = `${new URL(String(headless.bridge().url)).port}\n`;
      bound.add(port);
      await until('the port is read', () => found.has(port));
      await headless.close();
    }
    await stop();
    assert.deepEqual(
      [...found].filter((text) => !bound.has(text)),
      [],
    );
  });

  test('a config folder that is not writable stops only the bridge', async () => {
    const folder = leftBehind();
    // Even root cannot write to a file in the place of a folder.
    const blocked = join(folder, 'blocked');
    writeFileSync(blocked, '');
    chmodSync(blocked, 0o600);
    const headless = await startOn(folder, 0, { SVC_BRIDGE_PORT_PATH: join(blocked, 'bridge-port') });
    assert.match(String(headless.bridge().trouble), /^The port file [^\n]*blocked\/bridge-port can’t be written: /);
    await headless.close();
  });
});

function startOn(folder: string, bridgePort = 0, more: Record<string, string> = {}) {
  const env = {
    SVC_INSTANCE: 'posthorn-test',
    SVC_CONFIG_DIR: join(folder, 'config'),
    SVC_DATA_DIR: join(folder, 'data'),
    SVC_SOCKET_PATH: join(folder, 's'),
    SVC_KEYCHAIN: 'off',
    ...more,
  };
  return startHeadless({ bridgePort, env });
}

/** Reads a file continuously, in a separate thread. */
async function readRepeatedly(file: string): Promise<{ found: ReadonlySet<string>; stop(): Promise<unknown> }> {
  const worker = new Worker(
    `const { readFileSync } = require('node:fs');
     const { parentPort, receiveMessageOnPort, workerData } = require('node:worker_threads');
     const found = new Set();
     parentPort.postMessage('');
     while (!receiveMessageOnPort(parentPort)) {
       try {
         const text = readFileSync(workerData, 'utf8');
         if (!found.has(text)) parentPort.postMessage(text);
         found.add(text);
       } catch (failed) {
         if (failed.code !== 'ENOENT') throw failed;
       }
     }`,
    { eval: true, workerData: file },
  );
  await once(worker, 'message');
  const found = new Set<string>();
  worker.on('message', (text: string) => found.add(text));
  return {
    found,
    stop() {
      const exited = once(worker, 'exit');
      worker.postMessage('stop');
      return exited;
    },
  };
}
