import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../daemon/test-until.ts';
import './fake/register.ts';

const { app, newDesktop } = await import('./fake/electron.ts');

test('the whole app opens a window on the page of its own daemon, and frees its address when it quits', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'posthorn-app-'));
  const config = join(home, 'config');
  mkdirSync(config);
  writeFileSync(join(config, 'config.toml'), '[bridge]\nport = 0\n');
  const before = { ...process.env };
  const places = { SVC_CONFIG_DIR: config, SVC_DATA_DIR: join(home, 'data'), SVC_SOCKET_PATH: join(home, 'socket') };
  Object.assign(process.env, places, { SVC_KEYCHAIN: 'off' });
  const desktop = newDesktop();
  t.after(() => {
    process.env = before;
    for (const child of desktop.processes) child.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });

  await import('./main.ts');
  const page = () => desktop.windows.map(({ url }) => url).find((url) => url.startsWith('http://127.0.0.1:'));
  await until('the window shows its page', () => page() !== undefined);
  const url = page();
  const health = async () => (await fetch(new URL('/api/v1/health', url))).status;
  assert.equal(await health(), 200);
  // Without a session bus no panel shows icons.
  assert.deepEqual([desktop.trays.length, desktop.errors], [process.platform === 'linux' ? 0 : 1, []]);

  app.quit();
  await desktop.quitDone.promise;
  await assert.rejects(health());
  assert.equal(desktop.processes[0]?.exitCode, 0);
});
