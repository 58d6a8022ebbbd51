import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const project = join(import.meta.dirname, '../..');

const text = readFileSync(join(import.meta.dirname, 'checklist.json'), 'utf8');
/** The implemented entries of the specification's checklist of easily missed behaviour, by number. */
const built = JSON.parse(text) as Record<string, number[]>;

/** The numbers in the names of tests, as in `(checklist 4, 12)` or `checklist 9:`. */
function checklistNumbersIn(source: string): number[] {
  const names = [...source.matchAll(/\b(?:test|it)\(\s*(['"`])(.*?)\1/gs)].map(([, , name = '']) => name);
  return names.flatMap((name) =>
    [...name.matchAll(/checklist ((?:\d+(?:, )?)+)/g)].flatMap(([, numbers = '']) => numbers.split(', ').map(Number)),
  );
}

test('every implemented entry of the checklist has a test whose name contains its number', () => {
  const files = globSync('{daemon,bridge,web,electron,headless,e2e}/**/*.test.{ts,tsx}', { cwd: project });
  assert.ok(files.length > 100);
  const named = new Set(files.flatMap((file) => checklistNumbersIn(readFileSync(join(project, file), 'utf8'))));
  assert.deepEqual(
    Object.values(built)
      .flat()
      .filter((number) => !named.has(number)),
    [],
  );
});

test('every part of the list is named once, since a second one of the same name would take the place of the first', () => {
  const names = [...text.matchAll(/"(\w+)":/g)].map(([, name]) => name);
  assert.deepEqual(names, Object.keys(built));
});

test('a number counts in a test’s name, and nowhere else', () => {
  const source = `test('a (checklist 4, 12)', () => {}); // checklist 5\ntest(\n  "checklist 9: b", x); const t = 'checklist 7';`;
  assert.deepEqual(checklistNumbersIn(source), [4, 12, 9]);
});
