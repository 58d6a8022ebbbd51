import ts from 'typescript';
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { oncePerRun } from './runner/run-cache.ts';

/** The facts about one source that `layers.test.ts` checks. */
export type Source = {
  /** From the project's root, with slashes. */
  path: string;
  imports: Import[];
  /** Text literals, and the beginnings of templates. */
  texts: string[];
  /** Lines that read the system clock. */
  clockReads: number[];
};

/** `from` is a path from the project's root, or the name of a package. */
export type Import = { from: string; isTypeOnly: boolean };

/** Every TypeScript source of the project, parsed. */
export function projectSources(root: string): Source[] {
  return oncePerRun('project-sources', () =>
    projectSourcePaths(root).map((path) => readSource(path, readFileSync(posix.join(root, path), 'utf8'))),
  );
}

/** The paths of every TypeScript source, from the project's root, with slashes. */
export function projectSourcePaths(root: string): string[] {
  const paths = globSync('{headless.ts,{daemon,bridge,headless,web,electron,testing,e2e}/**/*.{ts,tsx}}', {
    cwd: root,
    exclude: ['web/dist/**', '**/*.d.ts'],
  });
  return paths.map((path) => path.replaceAll('\\', '/'));
}

export function readSource(path: string, code: string): Source {
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
  const source: Source = { path, imports: [], texts: [], clockReads: [] };
  const visit = (node: ts.Node): void => {
    const found = importOf(node);
    if (found) source.imports.push({ from: resolve(path, found.from), isTypeOnly: found.isTypeOnly });
    else if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) source.texts.push(node.text);
    if (isClockRead(node)) source.clockReads.push(file.getLineAndCharacterOfPosition(node.getStart()).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return source;
}

/** `import { type A }` is not a type-only import: after its types are stripped, `import {}` still loads the file. */
function importOf(node: ts.Node): Import | undefined {
  if (ts.isImportDeclaration(node)) {
    return named(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
  }
  if (ts.isExportDeclaration(node)) return named(node.moduleSpecifier, node.isTypeOnly);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return named(node.argument.literal, true);
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return named(node.arguments[0], false);
  }
  return undefined;
}

function named(specifier: ts.Node | undefined, isTypeOnly: boolean): Import | undefined {
  return specifier && ts.isStringLiteralLike(specifier) ? { from: specifier.text, isTypeOnly } : undefined;
}

function resolve(path: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  const parts = specifier.split('/');
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}

function isClockRead(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return node.expression.getText() === 'Date' && !node.arguments?.length;
  return ts.isCallExpression(node) && node.expression.getText() === 'Date.now';
}
