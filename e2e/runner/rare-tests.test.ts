import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { rareTests, skipOptions } from './rare-tests.ts';

const project = join(import.meta.dirname, '../..');

test('each rare test is in its file, and no other test of the project has its title', () => {
  const files = globSync('{daemon,bridge,headless,web,electron,testing,e2e}/**/*.test.ts', {
    cwd: project,
    exclude: ['web/dist/**'],
  });
  const titles = files.map((path) => ({
    path: path.replaceAll('\\', '/'),
    titles: [
      ...readFileSync(join(project, path), 'utf8').matchAll(/\b(?:test|suite)\(\s*(['"])((?:(?!\1).|\\.)*)\1,/g),
    ],
  }));
  const holders = (title: string) =>
    titles.flatMap((file) => file.titles.filter(([, , found]) => found === title).map(() => file.path));
  for (const [path, { ci = [], full = [] }] of Object.entries(rareTests))
    for (const title of [...ci, ...full]) assert.deepEqual(holders(title), [path], title);
});

test('a run leaves out what is too rare for its extent, by the exact title', () => {
  const patterns = (extent: 'few' | 'some' | 'all') =>
    skipOptions(extent).map((option) => new RegExp(option.replace('--test-skip-pattern=/', '').slice(0, -1)));
  const [few, some, all] = [patterns('few'), patterns('some'), patterns('all')];
  const { ci = [], full = [] } = rareTests['e2e/web/pages/api-docs.test.ts'] ?? {};
  const isLeftOut = (title: string) => [few, some, all].map((each) => each.some((pattern) => pattern.test(title)));
  assert.deepEqual(isLeftOut(ci[0] ?? ''), [true, false, false]);
  assert.deepEqual(isLeftOut(full[0] ?? ''), [true, true, false]);
  assert.deepEqual(isLeftOut(`${full[0]} and more`), [false, false, false]);
});
