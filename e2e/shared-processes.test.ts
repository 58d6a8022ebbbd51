import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planOf } from './shared-processes.ts';

const plain = `test('it works', () => {});`;

test('every file is run once, small ones together, and those of servers and browsers by themselves', () => {
  const small = Array.from({ length: 20 }, (_, index) => `daemon/mail/part-${index}.test.ts`);
  const files = [...small, 'e2e/web/page.test.ts', 'electron/desktop.test.ts'];
  const { groups, alone } = planOf(files, () => plain);
  assert.deepEqual([...groups.flat(), ...alone].toSorted(), files.toSorted());
  assert.deepEqual(alone, ['e2e/web/page.test.ts', 'electron/desktop.test.ts']);
  assert.deepEqual(
    groups.map((group) => group.length),
    [7, 7, 6],
  );
});

test('a file whose neighbours would notice it has a process of its own', () => {
  const noticed = [
    `beforeEach(() => undefined);`,
    `process.env['LANG'] = 'de';`,
    `process.env.LANG = 'de';`,
    `process.on('warning', () => undefined);`,
    `t.mock.timers.enable();`,
  ];
  for (const source of noticed) assert.deepEqual(planOf(['web/a.test.ts'], () => source).groups, [], source);
  for (const source of [plain, `  before(() => undefined);`, `if (process.env['CI'] === 'true') test('x');`])
    assert.deepEqual(planOf(['web/a.test.ts'], () => source).alone, [], source);
});
