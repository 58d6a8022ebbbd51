import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import { projectSources } from './sources.ts';

const root = join(import.meta.dirname, '..');

/** Files that something other than an import loads: programs, configurations, and modules that stand in for a package. */
const isEntry = (path: string) =>
  /^(headless\.ts|daemon\/workers\/|electron\/(main|preload|utility|worker-host)\.ts|electron\/fake\/|web\/(main\.tsx|vite\.config\.ts|api\/load-chunk\.ts))/.test(
    path,
  ) || /\.test\.tsx?$|\.d\.ts$/.test(path);

/** The names that a file declares and exports, other than by re-exporting. */
function exportedNames(path: string, code: string): string[] {
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
  return file.statements.flatMap((statement) => {
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
    const { name } = statement as ts.DeclarationStatement;
    return name && ts.isIdentifier(name) ? [name.text] : [];
  });
}

test('every export is used by another file', () => {
  const sources = projectSources(root);
  const codeOf = new Map(sources.map(({ path }) => [path, readFileSync(join(root, path), 'utf8')]));
  const importers = Map.groupBy(
    sources.flatMap(({ path, imports }) =>
      [...new Set(imports.map(({ from }) => from))].map((from) => ({ from, path })),
    ),
    ({ from }) => from,
  );
  const unused = [...codeOf].flatMap(([path, code]) => {
    if (isEntry(path)) return [];
    const words = new Set(
      (importers.get(path) ?? []).flatMap((each) => (codeOf.get(each.path) ?? '').match(/[\w$]+/g) ?? []),
    );
    return exportedNames(path, code).flatMap((name) => (words.has(name) ? [] : [`${path}: ${name}`]));
  });
  assert.equal(unused.length, 0, unused.join('\n'));
});
