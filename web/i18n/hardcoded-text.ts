import ts from 'typescript';

const textAttributes = new Set([
  'aria-label',
  'aria-description',
  'title',
  'placeholder',
  'alt',
  'label',
  'hint',
  'name',
]);

/** Hard-coded text in a source, which belongs into the message catalog. */
export function hardcodedText(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  visit(file);
  return found.filter((text) => /\p{Letter}{2}/u.test(text));

  function visit(node: ts.Node): void {
    if (ts.isJsxText(node)) found.push(node.text.trim());
    if (isTextAttribute(node)) found.push(node.initializer.text);
    ts.forEachChild(node, visit);
  }
}

function isTextAttribute(node: ts.Node): node is ts.JsxAttribute & { initializer: ts.StringLiteral } {
  if (!ts.isJsxAttribute(node) || !node.initializer || !ts.isStringLiteral(node.initializer)) return false;
  return textAttributes.has(node.name.getText()) && /[A-Z\s]/.test(node.initializer.text);
}
