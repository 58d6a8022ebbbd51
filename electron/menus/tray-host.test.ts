import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { movableClock } from '../../daemon/base/clock.ts';
import { silentLog } from '../../daemon/base/log.ts';
import { until } from '../../daemon/test-until.ts';
import { launchProcess, missingForBus, python, startSessionBus } from '../../testing/servers/session-bus.ts';
import { watchTrayHost } from './tray-host.ts';

const missing = missingForBus('Tray icons');
const program = join(import.meta.dirname, '..', '..', 'testing', 'servers', 'tray-host.py');

function watch(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = 'linux') {
  const clock = movableClock(new Date(0));
  const host = watchTrayHost({ platform, env, clock, log: silentLog });
  const changes: boolean[] = [];
  host.onChange(() => changes.push(host.isPresent()));
  return { host, changes, clock };
}

test('macOS and Windows always have a tray, and Linux without a session bus has none', () => {
  assert.deepEqual(
    [watch({}, 'darwin'), watch({}, 'win32'), watch({})].map(({ host }) => host.isPresent()),
    [true, true, false],
  );
});

test(
  'a panel that shows icons is noticed when it comes, stops showing them, and goes',
  { skip: missing },
  async (t) => {
    const bus = await startSessionBus();
    const env = { DBUS_SESSION_BUS_ADDRESS: bus.address };
    const panel = launchProcess([python, program], env);
    t.after(async () => {
      await panel.kill();
      await bus.stop();
    });
    await once(panel.lines, 'line');
    const { host, changes, clock } = watch(env);
    t.after(host.close);
    const command = async (line: string) => {
      panel.child.stdin?.write(`${line}\n`);
      await once(panel.lines, 'line');
    };
    const expected: boolean[] = [];
    for (const [name, isPresent] of [
      ['own', true],
      ['no host', false],
      ['host', true],
      ['leave', false],
      ['own', true],
    ] as const) {
      await command(name);
      expected.push(isPresent);
      await until(`the watch follows "${name}"`, () => changes.length === expected.length);
      assert.deepEqual(changes, expected);
    }
    const later = watch(env);
    t.after(later.host.close);
    await until('a panel that was there before is found', () => later.host.isPresent());
    await bus.stop();
    await until('without a bus there is no panel', () => !host.isPresent());
    clock.advance(30_000);
  },
);
