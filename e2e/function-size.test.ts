import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import { projectSourcePaths } from './sources.ts';

const root = join(import.meta.dirname, '..');

const maxLines = 80;

/** Migrations are the text of a schema. */
const isExempt = (path: string) => /^daemon\/store\/migrations\/|\.test\.tsx?$/.test(path);

/** The functions of a source that have more lines than allowed. */
function longFunctions(path: string, code: string): string[] {
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest);
  const lineOf = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1;
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const first = lineOf(node.getStart(file));
      const lines = lineOf(node.end) - first + 1;
      if (lines > maxLines) found.push(`${path}:${first}: a function of ${lines} lines`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test('no function is longer than 80 lines, except in tests and migrations', () => {
  const long = projectSourcePaths(root)
    .filter((path) => !isExempt(path))
    .flatMap((path) => {
      const code = readFileSync(join(root, path), 'utf8');
      // A file that is not longer needs no parsing.
      return code.split('\n').length > maxLines ? longFunctions(path, code) : [];
    });
  assert.equal(long.length, 0, long.join('\n'));
});

test('functions of all forms are measured, from their first line to their last', () => {
  const body = (lines: number) => 'call();\n'.repeat(lines - 2);
  const code = (lines: number) =>
    `function f() {\n${body(lines)}}\nconst a = () => {\n${body(lines)}};\nclass C {\nm() {\n${body(lines)}}\n}`;
  assert.deepEqual(longFunctions('a.ts', code(80)), []);
  assert.deepEqual(longFunctions('a.ts', code(81)), [
    'a.ts:1: a function of 81 lines',
    'a.ts:82: a function of 81 lines',
    'a.ts:164: a function of 81 lines',
  ]);
});
