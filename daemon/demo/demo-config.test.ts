import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { silentLog } from '../base/log.ts';
import { openConfig } from '../config/live-config.ts';
import { demoConfig } from './demo-config.ts';
import { testFolder } from '../test-folder.ts';

test('a demo has its own accounts and uses the file for all other settings', () => {
  const file = join(testFolder(), 'config.toml');
  writeFileSync(file, '[accounts.work]\nname = "Work"\nemail = "ada@analytical.example"\n[ui]\ndensity = "compact"\n');
  let reload = () => {};
  const watch = (_file: string, onChange: () => void) => ((reload = onChange), () => {});
  const config = demoConfig(openConfig({ configFile: file }, { log: silentLog, watch }), 500);
  const accounts = config.current.accounts;
  assert.deepEqual(Object.keys(accounts), ['demo-personal', 'demo-work']);
  assert.equal(config.current.ui.density, 'compact');

  const previous: unknown[] = [];
  config.onChange((before) => previous.push([before.accounts, before.ui.density]));
  config.change('ui.density', 'relaxed');
  assert.deepEqual(previous, [[accounts, 'compact']]);
  assert.deepEqual([config.current.accounts, config.current.ui.density], [accounts, 'relaxed']);
  assert.throws(() => config.change('accounts.work.enabled', false), { kind: 'refused', code: 'demo_accounts' });

  writeFileSync(file, 'ui.density = "x');
  reload();
  assert.match(config.trouble ?? '', /line 1/);
  assert.equal(config.current.ui.density, 'relaxed');
});
