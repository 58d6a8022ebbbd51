import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, beforeEach, suite, test } from 'node:test';
import { openLog } from '../../base/log.ts';
import { testChatServer } from '../../models/test-chat-server.ts';
import { endpointFetch } from '../../outgoing/endpoint-fetch.ts';
import { testDaemon } from '../../test-daemon.ts';
import { testFolder } from '../../test-folder.ts';

const toml = `# mine
[llm]
model = "small" # fits
allow_cloud_relationship_data = true

[llm.overrides.briefing]
# for briefings
model = "tiny"

[agents.profiles.agent]
safety_policy = "full"
allowed_accounts = ["ada"]
allow_destructive = true
`;
const connected: string[] = [];
const closes: (() => unknown)[] = [];
const t = { after: (close: () => unknown) => void closes.unshift(close) };
const chatServer = await testChatServer(t, ({ model }) => (model === 'missing' ? { status: 404 } : 'ready'));
const home = testFolder();
const daemon = await testDaemon(t, {
  config: toml,
  dataDir: join(home, 'data'),
  options: {
    log: openLog({ file: join(home, 'daemon.log'), level: 'debug' }),
    env: { MODEL_KEY: 'sk-secret' },
    fetchEndpoint: (url, request) => {
      connected.push(url);
      return endpointFetch()(url, request);
    },
  },
});
after(async () => {
  for (const close of closes) await close();
});
const { ask, configFile: file } = daemon;
const text = () => readFileSync(file, 'utf8');
const original = text();
const general = {
  enabled: true,
  base_url: `${chatServer.base_url}/`,
  model: 'large',
  api_key_env: 'MODEL_KEY',
  context_window: 4096,
  request_timeout_secs: 30,
};

suite('language model settings', () => {
  beforeEach(() => {
    writeFileSync(file, original);
    daemon.reloadConfig();
    connected.length = 0;
  });

  test('a change without overrides keeps them, and one without the consent takes it back (checklist 154)', async () => {
    const { config } = await ask('llm.saveConfig', general);
    assert.deepEqual(config, {
      ...general,
      base_url: chatServer.base_url,
      allow_cloud_relationship_data: false,
      gist_concurrency: 1,
      list_gists: false,
      overrides: { briefing: { model: 'tiny' } },
    });
    assert.deepEqual((await ask('llm.config')).config, config);
    assert.match(text(), /^# mine\n\[llm\]\nmodel = "large" # fits\nallow_cloud_relationship_data = false\n/);
    assert.match(text(), /# for briefings\nmodel = "tiny"/);
    assert.doesNotMatch(text(), /sk-secret/);
  });

  test('given overrides replace the earlier ones', async () => {
    const overrides = { expert: { enabled: false, model: null }, briefing: null, archive_ask: { model: 'x' } };
    const { config } = await ask('llm.saveConfig', { ...general, overrides });
    assert.deepEqual(config.overrides, { expert: { enabled: false }, archive_ask: { model: 'x' } });
    assert.deepEqual((await ask('llm.saveConfig', { ...general, overrides: {} })).config.overrides, {});
  });

  test('an edit of the file is in force at once; a broken one keeps the model and says line and key (checklist 59)', async () => {
    const reloaded = async (toml: string) => {
      writeFileSync(file, toml);
      daemon.reloadConfig();
      const { config } = await ask('admin.status', {}, { origin: 'web' });
      return { ...config, model: (await ask('llm.status')).status.model };
    };
    assert.equal((await reloaded('[llm]\nmodel = "medium"\n')).model, 'medium');
    const broken = await reloaded('[llm]\nmodel = "medium"\nmodel = "other"\n');
    assert.equal(broken.model, 'medium');
    assert.match(broken.trouble ?? '', /line 3/);
    const wrong = await reloaded('[llm]\n# none\nmodel = 5\n');
    assert.equal(wrong.model, 'medium');
    assert.deepEqual(
      wrong.notes.map(({ key, line }) => [key, line]),
      [['llm.model', 3]],
    );
  });

  test('what is no setting is refused, and nothing is changed', async () => {
    const bad: object[] = [
      { base_url: 'ftp://x' },
      { base_url: 'http://ada:hunter2@models.example/v1' },
      { model: ' ' },
      { context_window: 0 },
      { context_window: 12 },
      { request_timeout_secs: 0 },
      { api_key_env: 'sk-secret-key' },
      { gist_concurrency: 9 },
      { overrides: { nothing: {} } },
    ];
    for (const change of bad)
      await assert.rejects(
        ask('llm.saveConfig', { ...general, ...change }),
        { kind: 'invalid' },
        JSON.stringify(change),
      );
    assert.equal(text(), original);
    await assert.rejects(ask('llm.saveConfig', general, { origin: 'agent' }), { code: 'people_only' });
  });

  test('the status says for each task which model is used, where, and whether it may be (checklist 61, 62)', async () => {
    const off = (await ask('llm.status')).status;
    assert.equal(off.enabled, false);
    assert.deepEqual(new Set(off.features.map(({ allowed }) => allowed)), new Set([false]));
    assert.equal(off.features.length, 14);
    const overrides = {
      briefing: { base_url: 'https://models.example/v1' },
      expert: { base_url: 'http://192.0.2.7/v1' },
    };
    await ask('llm.saveConfig', { ...general, api_key_env: 'MISSING', overrides });
    const { status } = await ask('llm.status');
    const of = (feature: string) => status.features.find((each) => each.feature === feature);
    assert.deepEqual([status.api_key_env, status.api_key_present], ['MISSING', false]);
    assert.deepEqual([of('summarize')?.local, of('summarize')?.allowed], [true, true]);
    assert.deepEqual([of('briefing')?.host, of('briefing')?.local], ['models.example', null]);
    assert.deepEqual([of('expert')?.local, of('expert')?.allowed], [false, false]);
    assert.deepEqual([of('archive_ask')?.allowed, of('decision_log')?.why], [false, 'Not used yet.']);
    await ask('llm.saveConfig', general);
    assert.equal((await ask('llm.status')).status.api_key_present, true);
    assert.doesNotMatch(JSON.stringify(await ask('llm.status')), /sk-secret/);
    assert.deepEqual(connected, []);
  });

  test('a test asks the server for one word and sends no mail', async () => {
    const { base_url } = chatServer;
    const tested = await ask('llm.test', { base_url, model: 'large', api_key_env: 'MODEL_KEY' });
    assert.deepEqual([tested.ok, tested.model, tested.host], [true, 'large', new URL(base_url).host]);
    await assert.rejects(ask('llm.test', { base_url, model: 'missing' }), { code: 'llm_not_found' });
    await assert.rejects(ask('llm.test', { base_url }, { origin: 'agent' }), { code: 'people_only' });
    assert.equal(connected.length, 2);
  });

  test('the ports of this computer are asked for models only on request', async () => {
    assert.deepEqual(connected, []);
    await ask('llm.detect');
    assert.deepEqual(connected.map((url) => new URL(url).port).toSorted(), ['11434', '1234', '8080']);
  });

  test('the key is in no reply, error, log, file, event or bug report (checklist 66)', async () => {
    await ask('llm.saveConfig', { ...general, model: 'missing' });
    const replies = [
      await ask('llm.config'),
      await ask('llm.status'),
      await ask('settings.get'),
      await ask('diagnostics.bugReport'),
      await ask('admin.events'),
      daemon.events.recordedEvents,
      text(),
      await ask('llm.test', {}).catch((failed: Error) => ({ ...failed, message: failed.message })),
    ];
    assert.doesNotMatch(JSON.stringify(replies), /sk-secret/);
    const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    assert(files.some(({ name }) => name === 'daemon.log') && files.some(({ name }) => name === 'mail.db'));
    for (const { parentPath, name } of files)
      assert.equal(readFileSync(join(parentPath, name)).includes('sk-secret'), false, name);
  });
});
