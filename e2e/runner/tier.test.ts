import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { wholeRunVariable } from './tier.ts';

const project = join(import.meta.dirname, '../..');
const tierModule = pathToFileURL(join(import.meta.dirname, 'tier.ts')).href;

/** What a test process finds in this environment. */
function inRun(env: NodeJS.ProcessEnv): unknown {
  const program = `
    import { extent, isCiTier, sampleOf } from ${JSON.stringify(tierModule)};
    console.log(JSON.stringify([extent, isCiTier, sampleOf([1, 2, 3, 4, 5], { few: 4, some: 2 })]));`;
  const { POSTHORN_TESTS: _tier, [wholeRunVariable]: _whole, ...others } = process.env;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...others, ...env },
    encoding: 'utf8',
  });
  return stdout === '' ? /Error: (POSTHORN_TESTS is .*)/.exec(stderr)?.[1] : (JSON.parse(stdout) as unknown);
}

test('a run of all tests takes samples, more of them in the CI tier, and the full tier and named files take everything', () => {
  const isWhole = { [wholeRunVariable]: '1' };
  assert.deepEqual(inRun(isWhole), ['few', false, [1, 5]]);
  assert.deepEqual(inRun({ ...isWhole, POSTHORN_TESTS: 'ci' }), ['some', true, [1, 3, 5]]);
  assert.deepEqual(inRun({ ...isWhole, POSTHORN_TESTS: 'full' }), ['all', true, [1, 2, 3, 4, 5]]);
  assert.deepEqual(inRun({}), ['all', false, [1, 2, 3, 4, 5]]);
  assert.equal(inRun({ POSTHORN_TESTS: 'al' }), 'POSTHORN_TESTS is test, ci, full, and not "al".');
});

test('every long test runs each night, except those on real mail and the screenshots of each change', () => {
  const programs = globSync('e2e/soak/*.ts', { cwd: project }).map((path) => basename(path, '.ts'));
  const workflow = readFileSync(join(project, '.github/workflows/nightly.yml'), 'utf8');
  const nightly = [...workflow.matchAll(/^ {10}- ([\w-]+)$/gm)].map(([, name = '']) => name);
  assert.deepEqual([...nightly, 'corpus', 'screens'].toSorted(), programs.toSorted());
});
