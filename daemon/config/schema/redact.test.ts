import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../config-file.ts';
import { defaultConfig } from './schema.ts';
import { redactedConfig } from './redact.ts';

test('values that are not secrets are shown unchanged', () => {
  assert.deepEqual(redactedConfig(defaultConfig()), defaultConfig());
});

test('secrets are shown as set, in every notation', () => {
  for (const address of ['https://ada:hunter2@models.example/v1', 'https:ada:hunter2@models.example/v1']) {
    const { config, notes } = readConfig(
      `llm.base_url = "${address}"\nllm.overrides.expert.base_url = "${address}"
       [accounts.work]\nname = "Work"\nemail = "ada@analytical.example"
       sync = { type = "gmail", credential_source = "custom", client_id = "id", client_secret = "hunter2" }`,
      'config.toml',
    );
    assert.deepEqual(notes, []);
    const shown = JSON.stringify(redactedConfig(config));
    assert.doesNotMatch(shown, /hunter2/);
    assert.equal(shown.match(/https:\/\/\[set\]@models\.example\/v1|"\[set\]"/g)?.length, 3);
  }
});
